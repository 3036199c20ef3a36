import { describe, expect, test } from '@jest/globals';
import { WallfeedError } from '../../shared/errors/wallfeed-error.ts';
import { feedDocument } from '../support/rejects/feed.ts';
import { feedFamily } from '../support/shapes/feed-family.ts';

const { feed, folderOf } = feedFamily('treemap');

const refusal = (act: () => unknown): WallfeedError => {
  try {
    act();
  } catch (error) {
    if (error instanceof WallfeedError) return error;
    throw error;
  }
  throw new Error('was not refused');
};

describe('a treemap of rows', () => {
  test('an inner node of a treemap has the value of its row, or else the sum of its children in 12 significant digits', () => {
    const lines = ['p,v', 'a|x,0.1', 'a|y,0.2', 'b|x|deep,5', 'b|x,0', 'b|z,-2', 'c,7'];
    expect(feed('treemap', lines)).toStrictEqual({
      children: [
        {
          name: 'a',
          value: 0.3,
          children: [
            { name: 'x', value: 0.1 },
            { name: 'y', value: 0.2 },
          ],
        },
        {
          name: 'b',
          value: -2,
          children: [
            { name: 'x', value: 0, children: [{ name: 'deep', value: 5 }] },
            { name: 'z', value: -2 },
          ],
        },
        { name: 'c', value: 7 },
      ],
    });
  });

  test('a treemap has its nodes in the order in which they first appear in a path', () => {
    const before = feed('treemap', ['p,v', 'a,9', 'b,1', 'a|x,2']);
    const after = feed('treemap', ['p,v', 'a|x,2', 'b,1', 'a,9']);
    const children = [
      { name: 'a', value: 9, children: [{ name: 'x', value: 2 }] },
      { name: 'b', value: 1 },
    ];
    expect(before).toStrictEqual({ children });
    expect(after).toStrictEqual({ children });
  });

  test('a treemap trims the parts of a path, keeps empty parts, and sends names such as constructor as they are', () => {
    expect(feed('treemap', ['p,v', ' a | b ,1', '__proto__|constructor,2', 'a|,3'])).toStrictEqual({
      children: [
        {
          name: 'a',
          value: 4,
          children: [
            { name: 'b', value: 1 },
            { name: '', value: 3 },
          ],
        },
        { name: '__proto__', value: 2, children: [{ name: 'constructor', value: 2 }] },
      ],
    });
  });

  test('an empty table of a treemap gives no children', () => {
    expect(feed('treemap', ['p,v'])).toStrictEqual({ children: [] });
  });

  test('a treemap refuses a sum that overflows', () => {
    const { code, details } = refusal(() => feed('treemap', ['p,v', 'a|x,1e308', 'a|y,1e308']));
    expect(code).toBe('BODY_INVALID');
    expect(details).toMatchObject([{ path: 'children[0].value', message: 'must be a Number; found Infinity' }]);
  });

  const path = (levels: number): string => Array.from({ length: levels }, (_, level) => `n${level}`).join('|');

  test('a treemap nests a path of 999 levels', () => {
    let node: unknown = feed('treemap', ['p,v', `${path(999)},5`]);
    let levels = 0;
    for (; node !== undefined; node = (node as { children?: unknown[] }).children?.[0]) levels++;
    expect(levels).toBe(1 + 999);
  });

  test.each([1000, 5000, 100_000])('a treemap refuses a path of %p levels, with its line and column', (levels) => {
    const { code, details } = refusal(() => feed('treemap', ['p,v', 'a,1', `${path(levels)},5`]));
    expect(code).toBe('BODY_INVALID');
    expect(details).toEqual([
      {
        path: 'children',
        line: 3,
        column: 1,
        columnName: 'p',
        message: `holds a path of ${levels} levels; at most 999 can be nested`,
        hint: 'show the upper levels only',
      },
    ]);
  });

  test('a treemap may have many nodes in many levels', () => {
    const lines = Array.from({ length: 20_000 }, (_, row) => `${path(10)}|${row},1`);
    const body = feed('treemap', ['p,v', ...lines]) as { children: { value: number }[] };
    expect(body.children[0]?.value).toBe(20_000);
  });
});

describe('a treemap from a document', () => {
  const nested = (levels: number): unknown =>
    JSON.parse(`{"children":[${'{"name":"n","value":1,"children":['.repeat(levels)}${']}'.repeat(levels)}]}`);

  test('a document for a treemap may have 999 levels, and a leaf may have an empty list of children', () => {
    const body = nested(999);
    expect(feedDocument(folderOf('treemap'), body)).toBe(body);
  });

  test.each([1000, 5000, 200_000])('a treemap refuses a document of %p levels with a message', (levels) => {
    const { code, details } = refusal(() => feedDocument(folderOf('treemap'), nested(levels)));
    expect(code).toBe('BODY_INVALID');
    expect(details).toHaveLength(1);
    expect(details[0]?.message).toMatch(/^has \d+ levels; at most 999 can be nested$|^is nested too deeply$/);
  });
});
