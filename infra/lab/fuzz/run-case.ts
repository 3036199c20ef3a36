import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { MAX_COOLDOWN_MS } from '../../../shared/cache/source-failure.ts';
import type { FuzzCase } from './cases/fuzz-case.ts';
import { checkCase, type Outcome } from './invariants/check-case.ts';
import { readResponse } from './invariants/read-response.ts';
import type { Recording } from './invariants/record-output.ts';
import type { Invoke } from './setting/load-functions.ts';
import type { Sources } from './setting/start-sources.ts';
import type { Tally } from './tally.ts';

const realNow = performance.now.bind(performance);
let passedMs = 0;

Object.defineProperty(performance, 'now', { value: () => realNow() + passedMs });

/** Moves the monotonic clock of this process forward, so that ages and cooldowns count as longer. */
const passTime = (milliseconds: number): void => {
  passedMs += milliseconds;
};

/** Everything that running a case needs: the functions, their sources, and the recorded output. */
export interface Scene {
  readonly invoke: Invoke;
  readonly sources: Sources;
  readonly recording: Recording;
}

/** Time after which a case counts as hanging. The timeouts of all functions are much shorter. */
const HANG_TIMEOUT_MS = 30_000;
const MAX_LISTED_FAULTS = 10;

const orHang = async (answer: Promise<unknown>): Promise<unknown> => {
  const ended = new AbortController();
  const hang = sleep(HANG_TIMEOUT_MS, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`no response came within ${HANG_TIMEOUT_MS / 1_000} s`);
  });
  hang.catch(() => {});
  return Promise.race([answer, hang]).finally(() => ended.abort());
};

const ask = async (fuzzCase: FuzzCase, { invoke, recording }: Scene, requestId: string): Promise<Outcome> => {
  const answer = invoke(fuzzCase.endpoint.family, fuzzCase.event, requestId).catch((error: unknown) => {
    throw new Error(`the function threw ${String(Object(error).stack ?? error)}`);
  });
  const result = await orHang(answer);
  await setImmediate();
  return { requestId, result, lines: recording.take(), unseen: recording.takeFaults() };
};

/**
 * Returns the part of a response that must be equal if the request is repeated: a body. Errors may differ, because the
 * first of several invalid tables counts.
 */
const repeatablePartOf = ({ result }: Outcome): string | undefined => {
  const { answer } = readResponse(result);
  return answer?.status === 200 ? answer.text : undefined;
};

const STARTS_COOLDOWN = /"error":"SOURCE_(?:TIMEOUT|THROTTLED)"/;

/** Ends the cooldown of a failed source, so that the next case reads its sources. */
const endCooldown = ({ result }: Outcome): void => {
  if (STARTS_COOLDOWN.test(readResponse(result).answer?.text ?? '')) passTime(MAX_COOLDOWN_MS);
};

/** Runs one case, or twice if `again` is set. Throws an error that lists the violated invariants. */
export const runCase = async (fuzzCase: FuzzCase, scene: Scene, tally: Tally, requestId: string): Promise<void> => {
  scene.recording.take();
  scene.recording.takeFaults();
  scene.sources.replace(fuzzCase.fixtures);
  const outcome = await ask(fuzzCase, scene, requestId);
  tally.count(fuzzCase, outcome.result);
  const faults = [...checkCase(fuzzCase, outcome)];
  if (fuzzCase.again && faults.length === 0) {
    const second = await ask(fuzzCase, scene, requestId);
    faults.push(...checkCase(fuzzCase, second).map((fault) => `on the second request: ${fault}`));
    if (repeatablePartOf(second) !== repeatablePartOf(outcome))
      faults.push('the second response differs from the first');
  }
  endCooldown(outcome);
  if (faults.length > 0) throw new Error(faults.slice(0, MAX_LISTED_FAULTS).join('\n'));
};
