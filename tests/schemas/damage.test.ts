import { expect, test } from '@jest/globals';
import { feedDocument } from '../../infra/lab/rejects/feed.ts';
import { eachShape } from '../../infra/lab/tables/shape-folders.ts';
import { WallfeedError } from '../../shared/errors/wallfeed-error.ts';

const DAMAGES: readonly unknown[] = [null, [], [null], {}, '', 'x', -1, true];

/** Yields every value that differs from the given one in a single place, at any depth. */
function* damaged(value: unknown): Generator<unknown> {
  yield* DAMAGES;
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) {
      for (const damagedEntry of damaged(entry)) yield value.with(index, damagedEntry);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, entry] of Object.entries(value)) {
      for (const damagedEntry of damaged(entry)) yield { ...value, [name]: damagedEntry };
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
    }
  }
}

test.each(eachShape)('%s: a damaged document is accepted or refused, and never fails in another way', (_, folder) => {
  const bodies = [...folder.bodies.values()];
  expect(bodies).not.toEqual([]);
  for (const body of bodies.flatMap((one) => [...damaged(one)])) {
    try {
      feedDocument(folder, body);
    } catch (error) {
      if (!(error instanceof WallfeedError)) throw new Error(JSON.stringify(body).slice(0, 500), { cause: error });
      expect(error.code).toBe('BODY_INVALID');
      expect(error.details.length).toBeGreaterThan(0);
    }
  }
});
