import { expect, test } from '@jest/globals';
import { WallfeedError } from '../../shared/errors/wallfeed-error.ts';
import { feedDocument } from '../support/rejects/feed.ts';
import { eachShape, type ShapeFolder } from '../support/tables/shape-folders.ts';

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

/** Returns the error of a body, unless it is a refusal with details. Returns undefined if the body is accepted. */
const wrongFailureOf = (folder: ShapeFolder, body: unknown): unknown => {
  try {
    feedDocument(folder, body);
    return undefined;
  } catch (error) {
    const isRefusal = error instanceof WallfeedError && error.code === 'BODY_INVALID' && error.details.length > 0;
    return isRefusal ? undefined : error;
  }
};

test.each(eachShape)('%s: a damaged document is accepted or refused, and never fails in another way', (_, folder) => {
  const bodies = [...folder.bodies.values()];
  expect(bodies).not.toEqual([]);
  for (const body of bodies.flatMap((one) => [...damaged(one)])) {
    const cause = wrongFailureOf(folder, body);
    if (cause !== undefined) throw new Error(JSON.stringify(body).slice(0, 500), { cause });
  }
});
