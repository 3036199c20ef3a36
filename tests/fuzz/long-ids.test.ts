import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from '@jest/globals';

/** A check whose time grows with the square of the length of an id would take longer than a test may. */
const SEGMENTS = 3_000_000;

/** The program of a thread, which can be ended during the check. */
const PROGRAM = `
const { parentPort, workerData: { module, body } } = require('node:worker_threads');
import(module).then(({ idPatterns }) => parentPort.postMessage(idPatterns('data.nodeDataArray[]').check(body).length));
`;

let thread: Worker | undefined;
afterEach(() => thread?.terminate());

test.each([
  [11, 'a'],
  [14, 'MYSQL'],
  [15, 'REDIS'],
])('checking the id of a node of type %i takes time that is at most linear in its length', async (type, kind) => {
  const id = `a_[0-USER]_${`${kind}_`.repeat(SEGMENTS)}_`;
  const module = new URL('../../schemas/common/graph-links.ts', import.meta.url).href;
  const body = { data: { nodeDataArray: [{ id, type }] } };
  thread = new Worker(PROGRAM, { eval: true, workerData: { module, body } });
  expect(await once(thread, 'message')).toEqual([1]);
});
