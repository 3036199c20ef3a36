import { describe, expect, test } from '@jest/globals';
import { createBeginningFinder } from '../../../shared/csv/file-beginning.ts';

const HEADER_LINE = 1;

/** Adds chunks to a finder, and returns what it returns for each of them, with the text as a string. */
const find = (headerLine: number, chunks: readonly string[]) => {
  const finder = createBeginningFinder(headerLine);
  return chunks.map((chunk, index) => {
    const found = finder.add(Buffer.from(chunk), index === chunks.length - 1);
    return found && { ...found, text: String(found.text) };
  });
};

describe('the beginning of a table in the chunks of its file', () => {
  test('the beginning of a file is its first line that is not blank', () => {
    expect(find(HEADER_LINE, ['\r\n  \r\nname,value\r\n'])).toEqual([
      { separator: undefined, line: 3, text: 'name,value\r\n' },
    ]);
  });

  test('the beginning of a file is not found before the lines above the header have arrived completely', () => {
    expect(find(2, ['Sales of the year 2026', '\nname,value\n'])).toEqual([
      undefined,
      { separator: undefined, line: 2, text: 'name,value\n' },
    ]);
  });

  test('a sep= line that arrives in two chunks sets the delimiter', () => {
    expect(find(HEADER_LINE, ['sep', '=;\nname;value\n'])).toEqual([
      undefined,
      { separator: ';', line: 2, text: 'name;value\n' },
    ]);
  });

  test('the beginning of a file is returned again once it is twice as long, and at the end of the file', () => {
    const [first, small, doubled, last] = find(HEADER_LINE, ['name,value\nA,1\n', 'B,2\n', 'C,3\nD,4\nE,5\n', 'F,6\n']);
    expect(first?.text).toBe('name,value\nA,1\n');
    expect(small).toBeUndefined();
    expect(doubled?.text).toBe('name,value\nA,1\nB,2\nC,3\nD,4\nE,5\n');
    expect(last?.text).toBe('name,value\nA,1\nB,2\nC,3\nD,4\nE,5\nF,6\n');
  });

  test('an empty file has an empty beginning', () => {
    expect(find(HEADER_LINE, [''])).toEqual([{ separator: undefined, line: 1, text: '' }]);
  });
});
