import { deepStrictEqual } from 'node:assert';
import type { Contestant } from './compare.ts';
import { REQUEST } from './fire.ts';

const bodyOf = async ({ name, server, path }: Contestant): Promise<unknown> => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(server.url + path, { method: 'POST', headers, body: REQUEST });
  if (response.status !== 200)
    throw new Error(`${name} responded with status ${response.status}: ${await response.text()}`);
  return response.json();
};

/** Requires that all servers give the same body. Otherwise their speeds cannot be compared. */
export const checkBodies = async (contestants: readonly Contestant[]): Promise<void> => {
  const [first, ...others] = contestants;
  if (!first) return;
  const expected = await bodyOf(first);
  for (const other of others) deepStrictEqual(await bodyOf(other), expected, `${other.name} and ${first.name} differ`);
};
