import { expect, test } from '@jest/globals';
import { feedDocument } from '../support/rejects/feed.ts';
import { feedFamily } from '../support/shapes/feed-family.ts';

const { feed, folderOf } = feedFamily('script');

test('the rows of a script have plain numbers as Numbers, any other cell as text, and a blank cell as empty text', () => {
  const lines = ['2026,,x', '1,-2.50,0', '007,12.5%,1e3', '+5,"1,204",', '"a ""b"""," padded ",.5'];
  expect(feed('scripted-chart', lines)).toStrictEqual({
    source: [
      ['2026', '', 'x'],
      [1, -2.5, 0],
      ['007', '12.5%', '1e3'],
      ['+5', '1,204', ''],
      ['a "b"', 'padded', '.5'],
    ],
  });
});

test('a script gets only the header of an empty table', () => {
  expect(feed('scripted-chart', ['product,Mon'])).toStrictEqual({ source: [['product', 'Mon']] });
});

test.each([{ any: [1, { deep: null }] }, [], [[1]], 'text', 5, true, null])(
  'the document %j of a script is sent unchanged',
  (body) => {
    expect(feedDocument(folderOf('scripted-chart'), body)).toBe(body);
  },
);
