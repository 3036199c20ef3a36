import { describe, expect, test } from '@jest/globals';
import { findRawCell, layOutExcerpt } from '../../../../infra/console/files/show-places.ts';

const cut = (text: string, place: { readonly line: number; readonly column?: number }, delimiter?: string) => {
  const span = findRawCell(text, place, delimiter);
  return span && text.slice(span.offset, span.offset + span.length);
};

describe('a cell of a file that cannot be read as CSV', () => {
  test.each([
    ['whose quote is never closed', 'a,b\n1,"2\n3,4\n', { line: 2, column: 2 }, '"2'],
    ['with text after its quotes', 'a,b,c\n1,"2"x,3\n', { line: 2, column: 2 }, '"2"x'],
    ['after a quoted cell that holds the delimiter', 'a,b\n"x, ""y""","2\n', { line: 2, column: 2 }, '"2'],
    ['of a file with semicolons', 'a;b\n1,5;"2\n', { line: 2, column: 2 }, '"2'],
    ['in a line with a carriage return', 'a,b\r\n1,"2\r\n', { line: 2, column: 2 }, '"2'],
    ['beyond the end of its line', 'a,b\nx\n', { line: 2, column: 3 }, 'x'],
  ])('a faulty cell %s is found in the text', (_, text, place, cell) => {
    expect(cut(text, place)).toBe(cell);
  });

  test('the excerpt is the whole line if no column is named', () => {
    expect(cut('a,b\nx y\n', { line: 2 })).toBe('x y');
  });

  test('no excerpt is found in a line that the file does not have', () => {
    expect(cut('a,b\n', { line: 5, column: 1 })).toBeUndefined();
  });
});

describe('the excerpt of a document', () => {
  const text = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`).join('\n');
  const spanOf = (part: string) => ({ offset: text.indexOf(part), length: part.length });

  test('the excerpt of a document contains the lines around a faulty part, and marks the part', () => {
    const excerpt = layOutExcerpt('data/a.json', text, [spanOf('10')]);
    expect(excerpt?.lines.map(({ line }) => line)).toEqual([8, 9, 10, 11, 12]);
    expect(excerpt?.lines[2]?.parts).toEqual([{ text: 'line ' }, { text: '10', faulty: true }]);
  });

  test('the excerpt of a document marks each part once', () => {
    const parts = layOutExcerpt('data/a.json', text, [spanOf('10'), spanOf('10'), spanOf('line 10')])?.lines.flatMap(
      ({ parts: all }) => all.filter(({ faulty }) => faulty),
    );
    expect(parts).toEqual([{ text: 'line 10', faulty: true }]);
  });

  test('the excerpt of a document marks a part of several lines in its first line', () => {
    const { offset } = spanOf('10');
    const excerpt = layOutExcerpt('data/a.json', text, [{ offset, length: 12 }]);
    expect(excerpt?.lines[2]?.parts[1]).toEqual({ text: '10', faulty: true });
    expect(excerpt?.lines[3]?.parts).toEqual([{ text: 'line 11' }]);
  });

  test('the excerpt of a document shortens long lines around the faulty part', () => {
    const long = `${'x'.repeat(5000)}!${'y'.repeat(5000)}`;
    const [line] = layOutExcerpt('data/a.json', long, [{ offset: 5000, length: 1 }])?.lines ?? [];
    expect(line?.parts.map(({ text: part }) => part.length)).toEqual([81, 1, 81]);
  });

  test('the excerpt of a document marks the end of a text that ends too early', () => {
    expect(layOutExcerpt('data/a.json', '{', [{ offset: 1, length: 0 }])?.lines[0]?.parts).toEqual([
      { text: '{' },
      { text: '', faulty: true },
    ]);
  });

  test('there is no excerpt of a document without a faulty part', () => {
    expect(layOutExcerpt('data/a.json', text, [])).toBeUndefined();
  });
});
