import { describe, expect, test } from '@jest/globals';
import { collectRows, layOutTable } from '../../../../infra/console/files/lay-out-table.ts';
import type { Detail } from '../../../../shared/errors/wallfeed-error.ts';

const at = (line: number, column?: number): Detail => ({ line, ...(column && { column }), message: 'wrong' });

const view = (text: string | Uint8Array, details: readonly Detail[]) => {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return layOutTable('data/a.csv', collectRows(bytes, {}, details), details);
};

const faultyCells = (text: string | Uint8Array, ...details: readonly Detail[]): readonly string[] =>
  view(text, details)?.rows.flatMap(({ cells }) => cells.filter(({ faulty }) => faulty).map((cell) => cell.text)) ?? [];

describe('the table around faulty cells', () => {
  test('the table around a faulty cell shows the header, the faulty row and the rows beside it', () => {
    const table = view('name,value\nA,1\nB,2\nC,x\nD,4\nE,5\n', [at(4, 2)]);
    expect(table?.rows.map(({ line }) => line)).toEqual([1, 3, 4, 5]);
    expect(table?.rows[2]?.cells).toEqual([{ text: 'C' }, { text: 'x', faulty: true }]);
  });

  test('the table around a faulty cell marks the cell once, even if several errors name it', () => {
    expect(faultyCells('name,value\nA,x\n', at(2, 2), at(2, 2))).toEqual(['x']);
  });

  test('the table around faulty cells marks a blank cell, and a cell that is missing at the end of its row', () => {
    expect(faultyCells('name,value\nA,\n', at(2, 2))).toEqual(['']);
    expect(faultyCells('name,value\nA\nB,1\n', at(2, 2))).toEqual(['']);
  });

  test('the table around faulty cells marks a row without a faulty cell as a whole', () => {
    const table = view('name,value\nA,1,2\n', [at(2)]);
    expect(table?.rows[1]).toMatchObject({ line: 2, faulty: true });
    expect(faultyCells('name,value\nA,1,2\n', at(2))).toEqual([]);
  });

  test('the cell after a line break inside quotes is found by the line of the cell', () => {
    expect(faultyCells('note,value\n"two\nlines",x\nB,2\n', at(3, 2))).toEqual(['x']);
  });

  test.each([
    ['semicolons', 'name;value\nA;x\n'],
    ['tabs', 'name\tvalue\nA\tx\n'],
    ['a line that names the delimiter', 'sep=;\nname;value\nA;x\n'],
  ])('the table around faulty cells reads a file with %s', (_, text) => {
    expect(faultyCells(text, at(text.startsWith('sep') ? 3 : 2, 2))).toEqual(['x']);
  });

  test('the table around faulty cells reads a file in GB18030', () => {
    // 名称,数量 / 微信,一百
    const bytes = Buffer.from('c3fbb3c62cc1bfc1bf0aced2d0c52cd2bbb0d90a', 'hex');
    expect(faultyCells(bytes, at(2, 2))).toEqual(['一百']);
  });

  test('the table around a faulty cell far to the right shows the columns around the cell', () => {
    const header = Array.from({ length: 40 }, (_, index) => `c${index + 1}`).join(',');
    const row = Array.from({ length: 40 }, (_, index) => String(index + 1)).join(',');
    const table = view(`${header}\n${row}\n`, [at(2, 30)]);
    expect(table?.firstColumn).toBe(27);
    expect(table?.rows[1]?.cells[3]).toEqual({ text: '30', faulty: true });
  });

  test('the table around a syntax error shows the rows before the error', () => {
    expect(view('name,value\nA,1\n"B,2\n', [at(2)])?.rows.at(-1)?.cells[0]?.text).toBe('A');
  });

  test('there is no table around faulty cells if all places are outside of the file', () => {
    expect(view('name,value\nA,1\n', [{ message: 'wrong', path: 'data' }])).toBeUndefined();
  });
});
