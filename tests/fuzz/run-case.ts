import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { MAX_COOLDOWN_MS } from '../../shared/cache/source-failure.ts';
import type { FuzzCase } from './cases/fuzz-case.ts';
import { checkCase, type Outcome } from './invariants/check-case.ts';
import { readAnswer } from './invariants/read-answer.ts';
import type { Recording } from './invariants/record-output.ts';
import type { Invoke } from './setting/load-functions.ts';
import { passTime } from './setting/pass-time.ts';
import type { Sources } from './setting/start-sources.ts';
import type { Tally } from './tally.ts';

/** Where cases run: the functions, and what they ask. */
export interface Scene {
  readonly invoke: Invoke;
  readonly sources: Sources;
  readonly recording: Recording;
}

/** Far beyond what any function is given. */
const HANGS_AFTER = 30_000;
const FAULTS_TOLD = 10;

const orHang = async (answer: Promise<unknown>): Promise<unknown> => {
  const ended = new AbortController();
  const hang = sleep(HANGS_AFTER, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`no answer came within ${HANGS_AFTER / 1_000} s`);
  });
  hang.catch(() => {});
  return Promise.race([answer, hang]).finally(() => ended.abort());
};

const ask = async (one: FuzzCase, { invoke, recording }: Scene, requestId: string): Promise<Outcome> => {
  const answer = invoke(one.endpoint.family, one.event, requestId).catch((error: unknown) => {
    throw new Error(`the function threw ${String(Object(error).stack ?? error)}`);
  });
  const result = await orHang(answer);
  await setImmediate();
  return { requestId, result, lines: recording.take(), unseen: recording.takeFaults() };
};

/** What two answers to one question have in common: of several tables that are wrong, the first one read is told. */
const sameOf = ({ result }: Outcome): string | undefined => {
  const { answer } = readAnswer(result);
  return answer?.status === 200 ? answer.text : undefined;
};

const LEAVES_ALONE = /"error":"SOURCE_(?:TIMEOUT|THROTTLED)"/;

/** The next case finds a source that is asked again. */
const endCooldown = ({ result }: Outcome): void => {
  if (LEAVES_ALONE.test(readAnswer(result).answer?.text ?? '')) passTime(MAX_COOLDOWN_MS);
};

/** Runs one case, twice where it says so, and throws what it broke. */
export const runCase = async (one: FuzzCase, scene: Scene, tally: Tally, requestId: string): Promise<void> => {
  scene.recording.take();
  scene.recording.takeFaults();
  scene.sources.hold(one.fixtures);
  const outcome = await ask(one, scene, requestId);
  tally.count(one, outcome.result);
  const faults = [...checkCase(one, outcome)];
  if (one.again && faults.length === 0) {
    const second = await ask(one, scene, requestId);
    faults.push(...checkCase(one, second).map((fault) => `asked again, ${fault}`));
    if (sameOf(second) !== sameOf(outcome)) faults.push('asked again, it answers something else');
  }
  endCooldown(outcome);
  if (faults.length > 0) throw new Error(faults.slice(0, FAULTS_TOLD).join('\n'));
};
