import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { openRows } from '../../../shared/sources/json-rows.ts';
import { explainSyntax } from '../../../shared/sources/json-syntax.ts';
import { catchError } from '../../support/catch-error.ts';

const explain = (text: string, key = 'a.json'): WallfeedError =>
  explainSyntax(catchError(() => openRows(Buffer.from(text), { key, rows: '' }))) as WallfeedError;

describe('a mistake in the syntax of JSON', () => {
  test.each([
    ['[{"a": 1,\n "b": NaN}]', 2, 7, 'NaN is no JSON value', 'write null, or a text in quotes'],
    ['[{"a": -Infinity}]', 1, 8, '-Infinity is no JSON value', 'write null, or a text in quotes'],
    ['[{"a": True}]', 1, 8, 'True is no JSON value', 'write true, or a text in quotes'],
    [
      '{\n "a": 1\n}\n{\n "a": 2\n}\n',
      4,
      1,
      'a second document begins here',
      'write the documents as one list (`jq -s`), or each on a line of its own (`jq -c`)',
    ],
    ['[{"a": 1},]', 1, 11, 'the comma before it is too many', 'remove it'],
    ['[{"a": 1,}]', 1, 10, 'the comma before it is too many', 'remove it'],
    ["[{'a': 1}]", 1, 3, 'texts of JSON have double quotes', 'write " in place of \''],
    ['[{a: 1}]', 1, 3, 'keys of JSON have double quotes', 'write "a"'],
    ['[ // rows\n]', 1, 3, 'JSON has no comments', 'remove it'],
  ])('a usual mistake is named at its place: %j', (text, line, column, message, hint) => {
    expect(explain(text)).toMatchObject({ code: 'SOURCE_INVALID', details: [{ line, column, message, hint }] });
  });

  test('a mistake in a file of lines has the line of the file', () => {
    expect(explain('{"a": 1}\n{"a": NaN}\n').details[0]).toMatchObject({ line: 2, column: 7 });
  });

  test('any other mistake keeps its message, and has its exact place', () => {
    expect(explain('[{"id": 1}, :]').details[0]).toMatchObject({
      line: 1,
      column: 13,
      hint: 'make the file valid JSON',
    });
  });

  test('a place is found in each damaged document, and before it the text is the same as in a valid one', () => {
    const damaged = fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', ']', ':', 'x', '"'));
    fc.assert(
      fc.property(damaged, ([json, at, text]) => {
        const broken = `[${json.slice(0, at % json.length)}${text}${json.slice((at % json.length) + 1)}]`;
        try {
          openRows(Buffer.from(broken), { key: 'a.json', rows: '' });
        } catch (error) {
          const { details } = explainSyntax(error) as WallfeedError;
          expect(details[0]?.column ?? 1).toBeLessThanOrEqual(broken.length + 1);
        }
      }),
    );
  });
});
