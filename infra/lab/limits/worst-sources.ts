import { MAX_RESPONSE_BYTES } from '../../../shared/catalogue/serialize-body.ts';
import type { EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import type { TableSource } from '../../../shared/config/sources.ts';
import { MAX_DOCUMENT_BYTES } from '../../../shared/sources/s3/size-limits.ts';
import { MAX_ROWS } from '../../../shared/tabular/table.ts';

export const KEY = 'worst';

/** Needs the most memory or time of all sources of its size. */
export interface WorstSource {
  readonly name: string;
  readonly family: string;
  readonly endpoint: EndpointConfig;
  /** `share` is that of the first limit that the source reaches. */
  readonly write: (share: number) => Buffer;
}

const CSV: TableSource = { source: 'csv', key: KEY };
const SQL: TableSource = { source: 'sql', statement: 'select 1', parameters: [] };
const MAX_CELLS = 1_000_000;
const RESULT_BYTES = 1024 * 1024;
/** Leaves room for the text that surrounds the rows. */
const FILE_BYTES = MAX_DOCUMENT_BYTES - 4_096;
const DOCUMENT_BYTES = MAX_RESPONSE_BYTES - 4_096;

const endpointOf = (shape: string, more: Partial<EndpointConfig> = {}): EndpointConfig => ({
  component: shape,
  shape,
  options: {},
  tokens: [],
  deadline: 8_000,
  tables: { table: CSV },
  ...more,
});

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

const rowsOf = (share: number): number => Math.max(2, Math.floor(share * (MAX_ROWS - 1)));

const grid = (columns: number, cell: (row: number) => string) => (share: number) =>
  Buffer.from(lines(Math.floor((share * MAX_CELLS) / columns), (row) => Array(columns).fill(cell(row)).join()));

/** Names and texts up to the limit on bytes. */
const texts = (write: (length: number) => string) => (share: number) => {
  const length = Math.floor(FILE_BYTES / MAX_ROWS) - 12;
  return Buffer.from(lines(rowsOf(share), (row) => `row${row},${write(length)}`));
};

const rows = (header: string, line: (row: number) => string) => (share: number) =>
  Buffer.from(`${header}\n${lines(rowsOf(share), line)}`);

const list = (piece: string, bytes: number): string => {
  const count = Math.max(1, Math.floor(bytes / (piece.length + 1)));
  return `${`${piece},`.repeat(count - 1)}${piece}`;
};

const document = (piece: string) => (share: number) =>
  Buffer.from(`{"source":[[${list(piece, share * DOCUMENT_BYTES)}]]}`);

const result = (cell: string) => (share: number) => {
  const row = `[${list(cell, 5 * (cell.length + 1))}]`;
  const column = '{"name":"a","label":"a","typeName":"text"}';
  return Buffer.from(
    `{"columnMetadata":[${list(column, 5 * (column.length + 1))}],"records":[${list(row, 2 * share * RESULT_BYTES)}]}`,
  );
};

/** Writes a local time of this year. It is never in March, when clocks skip an hour. */
const timeOf = (row: number): string => {
  const second = (row * 7_919 * 3_607) % (200 * 86_400);
  return new Date(Date.UTC(2026, 3, 1) + second * 1000).toISOString().slice(0, 19).replace('T', ' ');
};

const scripted = endpointOf('scripted-chart');
const scriptedDocument = endpointOf('scripted-chart', { tables: {}, document: { source: 'json', key: KEY } });
const scriptedResult = endpointOf('scripted-chart', { tables: { table: SQL } });
const paging = endpointOf('paging-list');
const multi = endpointOf('multi-field-list', { tables: { list: CSV } });
const progress = endpointOf('colorful-progress-bar');

export const worstSources: readonly WorstSource[] = [
  {
    name: 'times in any order',
    family: 'line',
    endpoint: endpointOf('line-chart', { options: { xAxis: 'time' } }),
    write: rows('series,x,y', (row) => `Series ${row % 5},${timeOf(row)},${row}`),
  },
  { name: 'numbers', family: 'script', endpoint: scripted, write: grid(20, (row) => `${row}.5`) },
  { name: 'numbers in 1000 columns', family: 'script', endpoint: scripted, write: grid(1_000, (row) => `${row}.5`) },
  { name: 'quoted cells', family: 'script', endpoint: scripted, write: grid(50, (row) => `"a${row}"`) },
  { name: 'long texts', family: 'list', endpoint: paging, write: texts((length) => 'x'.repeat(length)) },
  {
    name: 'long quoted texts',
    family: 'list',
    endpoint: paging,
    write: texts((length) => `"${'x'.repeat(length - 2)}"`),
  },
  { name: 'long Chinese texts', family: 'list', endpoint: paging, write: texts((length) => '漢'.repeat(length / 3)) },
  {
    name: 'long texts in UTF-16',
    family: 'list',
    endpoint: paging,
    write: (share) => {
      const text = texts((length) => '漢'.repeat(length / 2))(share).toString();
      return Buffer.from(`\ufeff${text}`, 'utf16le');
    },
  },
  { name: 'short texts', family: 'list', endpoint: paging, write: grid(20, (row) => `t${row}`) },
  { name: 'texts as fields', family: 'mixed-list', endpoint: multi, write: grid(20, (row) => `t${row}`) },
  { name: 'texts as 500 fields', family: 'mixed-list', endpoint: multi, write: grid(500, (row) => `t${row}`) },
  {
    name: 'pairs that a fill completes',
    family: 'bar',
    endpoint: endpointOf('3d-stacked-bar-chart', { options: { fill: 0 } }),
    write: rows('set,legend,value', (row) => `set${row},legend${row % 19},${row}`),
  },
  {
    name: 'paths of a tree',
    family: 'treemap',
    endpoint: endpointOf('treemap'),
    write: rows('path,value', (row) => `a${row % 100}|b${row % 1000}|c${row},${row}`),
  },
  {
    name: 'control characters',
    family: 'list',
    endpoint: paging,
    write: (share) => Buffer.from(`a,b\nx,${'\u0001'.repeat(share * FILE_BYTES)}`),
  },
  {
    name: 'blank lines',
    family: 'list',
    endpoint: paging,
    write: (share) => Buffer.from(`a,b\n${'\r\n'.repeat((share * FILE_BYTES) / 2)}x,y\n`),
  },
  {
    name: 'a violation in each row',
    family: 'pie',
    endpoint: progress,
    write: rows('name,unit,value,color', (row) => `name${row},%,${row % 100},red${row}`),
  },
  {
    name: 'a violation in 100 columns',
    family: 'mixed-list',
    endpoint: endpointOf('legend-list', { tables: { list: CSV }, options: { legend: ['a'], lineColumns: [] } }),
    write: grid(100, (row) => `t${row}`),
  },
  {
    name: 'a wrong cell at the end',
    family: 'pie',
    endpoint: progress,
    write: (share) =>
      Buffer.concat([
        rows('name,unit,value,color', (row) => `"name${row}",%,${row % 100},#f00`)(share),
        Buffer.from('\n"last",%,x,#f00'),
      ]),
  },
  { name: 'document of empty lists', family: 'script', endpoint: scriptedDocument, write: document('[]') },
  { name: 'document of numbers', family: 'script', endpoint: scriptedDocument, write: document('1.5') },
  { name: 'document of objects', family: 'script', endpoint: scriptedDocument, write: document('{"a":1}') },
  { name: 'document of short texts', family: 'script', endpoint: scriptedDocument, write: document('"ab"') },
  {
    name: 'document of one text',
    family: 'script',
    endpoint: scriptedDocument,
    write: (share) => Buffer.from(`{"source":[["${'x'.repeat(share * DOCUMENT_BYTES)}"]]}`),
  },
  {
    name: 'document of many fields',
    family: 'script',
    endpoint: scriptedDocument,
    write: (share) =>
      Buffer.from(`{"source":[],${lines((share * DOCUMENT_BYTES) / 14, (index) => `"k${index}":1,`)}"z":1}`),
  },
  { name: 'result of nulls', family: 'script', endpoint: scriptedResult, write: result('{"isNull":true}') },
  { name: 'result of texts', family: 'script', endpoint: scriptedResult, write: result('{"stringValue":"1"}') },
];
