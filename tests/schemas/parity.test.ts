import { deepStrictEqual } from 'node:assert/strict';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseCsv } from '../../shared/csv/parse-csv.ts';
import { UNLIMITED } from '../../shared/limits/budget.ts';
import { bindShape, type Settings, tablesOf } from '../../shared/pipeline/bind-endpoints.ts';
import { foldRows, typeRows } from '../../shared/pipeline/make-body.ts';
import type { TableDefinition } from '../../shared/tabular/define-table.ts';
import type { Table } from '../../shared/tabular/table.ts';
import type { Texts } from '../support/rejects/feed.ts';
import { requireFilled } from '../support/shapes/parts-to-fill.ts';
import { mapTables, writeCsv } from '../support/tables/csv-cells.ts';
import { loadValidTables } from '../support/tables/load-valid-tables.ts';
import { eachShape, namedReadings, type ShapeFolder } from '../support/tables/shape-folders.ts';
import { columnsOf, type SqlForm, toSqlResult } from '../support/tables/sql-result.ts';

/** A zone ahead of UTC, so that reading a database's timestamp as local time fails the test. */
const TIMEZONE = 'Asia/Shanghai';

const FORMS: readonly SqlForm[] = [
  { numbers: 'number', times: 'timestamp', plain: 'text' },
  { numbers: 'text', times: 'timestamp', plain: 'text' },
  { numbers: 'number', times: 'milliseconds', plain: 'number' },
  { numbers: 'text', times: 'milliseconds', plain: 'number' },
];

type Tables = Readonly<Record<string, Table>>;

const definitionOf = ({ shape }: ShapeFolder, settings: Settings, name: string): TableDefinition =>
  tablesOf(shape, settings)[name] as TableDefinition;

const parseTexts = (folder: ShapeFolder, texts: Texts, settings: Settings): Tables =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      parseCsv(Buffer.from(text), {}, definitionOf(folder, settings, name)),
    ]),
  );

const toSql = (folder: ShapeFolder, tables: Tables, settings: Settings, form: SqlForm): Tables =>
  Object.fromEntries(
    Object.entries(tables).map(([name, table]) => {
      const columns = columnsOf(definitionOf(folder, settings, name), table.header, settings.options);
      return [name, toSqlResult(table, columns, form, TIMEZONE)];
    }),
  );

const bodyOf = ({ shape, validate }: ShapeFolder, tables: Tables, settings: Settings): unknown => {
  const bound = bindShape({ shape, validate, timezone: TIMEZONE }, settings);
  return foldRows(bound, typeRows(bound, tables, UNLIMITED), UNLIMITED).body;
};

/** True if a table keeps its cells unchanged, so that a number is a Number from a database and text from a file. */
const showsCells = (folder: ShapeFolder, settings: Settings): boolean =>
  Object.values(tablesOf(folder.shape, settings)).some(
    (table) => table.kind === 'free' && [table.first.type, table.rest.type].includes('freeText'),
  );

/** Returns the body, in which each Number becomes text if the other body has that text at the same place. */
const asTextOf = (body: unknown, otherBody: unknown): unknown => {
  if (typeof body === 'number' && typeof otherBody === 'string' && Number(otherBody) === body) return otherBody;
  if (typeof body !== 'object' || body === null || typeof otherBody !== 'object' || otherBody === null) return body;
  const otherFields = otherBody as Readonly<Record<string, unknown>>;
  if (Array.isArray(body)) return body.map((entry, index) => asTextOf(entry, otherFields[index]));
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, asTextOf(value, otherFields[name])]));
};

/** Compares the bodies without `expect`, which is slow. */
const expectSame = (folder: ShapeFolder, texts: Texts, settings: Settings, form: SqlForm): void => {
  const tables = parseTexts(folder, texts, settings);
  const fromCsv = bodyOf(folder, tables, settings);
  const fromSql = bodyOf(folder, toSql(folder, tables, settings, form), settings);
  const differs = form.plain === 'number' && showsCells(folder, settings);
  deepStrictEqual(differs ? asTextOf(fromSql, fromCsv) : fromSql, fromCsv);
};

describe.each(eachShape)('%s', (_, folder) => {
  describe.each(namedReadings(folder.bodies))('%s', (_name, reading) => {
    const settings = { options: folder.options, ...(reading && { reading }) };

    test.each(FORMS)('the sample gives the same body from CSV and from SQL: $numbers, $times, $plain', (form) => {
      requireFilled(folder);
      expectSame(folder, folder.tables, settings, form);
    });

    test('every valid table gives the same body from CSV and from SQL', async () => {
      requireFilled(folder);
      const drawn = await loadValidTables(folder);
      fc.assert(
        fc.property(drawn, fc.constantFrom(...FORMS), (cells, form) => {
          expectSame(folder, mapTables(cells, writeCsv), settings, form);
        }),
        { numRuns: 50 },
      );
    });
  });
});

describe('the unchanged cells of a list', () => {
  const folder = eachShape.map(([, one]) => one).find(({ shape }) => shape.name === 'paging-list') as ShapeFolder;
  const table: Table = { header: ['id', 'load'], rows: [['007', '12.50']], locate: () => ({ line: 2 }) };
  const seriesOf = (read: Table): unknown =>
    (bodyOf(folder, { table: read }, { options: {} }) as { series: unknown }).series;

  test('the unchanged cells of a list are text from CSV, and Numbers from SQL', () => {
    expect(seriesOf(table)).toEqual([['007', '12.50']]);
    expect(seriesOf({ ...table, rows: [[7, 12.5]], origins: ['number', 'number'] })).toEqual([[7, 12.5]]);
    expect(seriesOf({ ...table, rows: [['7', '12.50']], origins: ['number', 'number'] })).toEqual([[7, 12.5]]);
  });
});
