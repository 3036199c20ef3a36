import { expect, test } from '@jest/globals';
import { drawWallHead } from '../../../../infra/console/drawing/wall/draw-wall-head.ts';
import type { WallScale } from '../../../../infra/console/drawing/wall/lay-out-wall.ts';
import type { WallTheme } from '../../../../infra/console/drawing/wall/wall-style.ts';

const NAMES = ['orders.newest', 'orders.rows'];
const SENTENCES = ['orders.newest: the newest row is from 06:12', 'orders.rows: 2 rows; promised at least 5'];
const THEME = { text: '#fff', mutedText: '#999', stale: '#fa0', failed: '#f00' } as WallTheme;

const textOf = (width: number, turn: number): string => {
  const troubles = {
    kind: 'stale',
    text: '2 broken promises',
    names: NAMES,
    sentences: SENTENCES,
    turn,
    name: (text: string, names: readonly string[]) => `${text}: ${names.join(', ')}`,
  } as const;
  const scale = { width, headHeight: 80, unit: 16 } as WallScale;
  const head = { title: 'Wall', clock: '12:00:00', freshness: '', troubles: [troubles] };
  return drawWallHead(head, scale, THEME).replaceAll(/<[^>]*>/g, '|');
};

test.each([
  ['all sentences', 1_920, 0, SENTENCES.join(' · ')],
  ['the first of two sentences', 1_000, 0, `2 broken promises: ${SENTENCES[0]}`],
  ['the sentence whose turn it is', 1_000, 1, `2 broken promises: ${SENTENCES[1]}`],
  ['names', 650, 0, '2 broken promises: orders.newest, +1'],
  ['a number', 400, 0, '2 broken promises'],
])('the head of a wall has room for %s at a width of %i', (_, width, turn, shown) => {
  expect(textOf(width, turn)).toContain(`|${shown}|`);
});
