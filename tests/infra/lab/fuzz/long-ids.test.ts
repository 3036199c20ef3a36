import { expect, test } from '@jest/globals';
import { idPatterns } from '../../../../schemas/common/graph-links.ts';

const GROWTH = 8;
/** A linear check takes 8 times as long for an id of 8 times the length. A quadratic check takes 64 times as long. */
const MAX_RATIO = 24;
const SHORT_SEGMENTS = 1_000;
const ROUNDS = 9;

const check = idPatterns('data.nodeDataArray[]');

const fastestMs = (type: number, kind: string, segments: number): number => {
  const id = `a_[0-USER]_${`${kind}_`.repeat(segments)}_`;
  const body = { data: { nodeDataArray: [{ id, type }] } };
  const times = Array.from({ length: ROUNDS }, () => {
    const startedAt = performance.now();
    expect(check.check(body)).toHaveLength(1);
    return performance.now() - startedAt;
  });
  return Math.min(...times);
};

test.each([
  [11, 'a'],
  [14, 'MYSQL'],
  [15, 'REDIS'],
])('checking the id of a node of type %i takes time that is at most linear in its length', (type, kind) => {
  const short = fastestMs(type, kind, SHORT_SEGMENTS);
  expect(fastestMs(type, kind, SHORT_SEGMENTS * GROWTH)).toBeLessThan(short * MAX_RATIO);
});
