import { setImmediate } from 'node:timers/promises';
import { MAX_COOLDOWN_MS } from '../../../shared/cache/source-failure.ts';
import { drawGroup } from './cases/draw-group.ts';
import type { FuzzCase } from './cases/fuzz-case.ts';
import type { Draw } from './draw.ts';
import { checkCase, type Outcome } from './invariants/check-case.ts';
import { type FuzzResponse, readResponse } from './invariants/read-response.ts';
import { type Recording, recordOutput } from './invariants/record-output.ts';
import type { IpcMessage, IpcRequest, Report } from './ipc-messages.ts';
import { describeDrawn, runCases } from './run-cases.ts';
import { type Invoke, loadFunctions } from './setting/load-functions.ts';
import { planEndpoints } from './setting/plan-endpoints.ts';
import { type Sources, startSources } from './setting/start-sources.ts';
import { writeFunctions } from './setting/write-functions.ts';
import { createTally, type Tally } from './tally.ts';

const realNow = performance.now.bind(performance);
let passedMs = 0;

Object.defineProperty(performance, 'now', { value: () => realNow() + passedMs });

/** Moves the monotonic clock of this process, so that ages and cooldowns count as longer. */
const passTime = (milliseconds: number): void => {
  passedMs += milliseconds;
};

interface Scene {
  readonly invoke: Invoke;
  readonly sources: Sources;
  readonly recording: Recording;
}

/** The timeouts of all functions are much shorter. */
const HANG_TIMEOUT_MS = 30_000;
const MAX_LISTED_FAULTS = 10;

const orHang = async (answer: Promise<unknown>): Promise<unknown> => {
  const hang = Promise.withResolvers<never>();
  const onHang = () => hang.reject(new Error(`no response came within ${HANG_TIMEOUT_MS / 1_000} s`));
  const timer = setTimeout(onHang, HANG_TIMEOUT_MS);
  return Promise.race([answer, hang.promise]).finally(() => clearTimeout(timer));
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
 * table that is first found invalid causes the error.
 */
const repeatablePartOf = (answer: FuzzResponse | undefined): string | undefined =>
  answer?.status === 200 ? answer.text : undefined;

const STARTS_COOLDOWN = /"error":"SOURCE_(?:TIMEOUT|THROTTLED)"/;

const endCooldown = (answer: FuzzResponse | undefined): void => {
  if (STARTS_COOLDOWN.test(answer?.text ?? '')) passTime(MAX_COOLDOWN_MS);
};

/**
 * Runs the case twice if `again` is set.
 * @throws Error that lists the violated invariants.
 */
const runCase = async (fuzzCase: FuzzCase, scene: Scene, tally: Tally, requestId: string): Promise<void> => {
  scene.recording.take();
  scene.recording.takeFaults();
  scene.sources.replace(fuzzCase.fixtures);
  const outcome = await ask(fuzzCase, scene, requestId);
  const { answer } = readResponse(outcome.result);
  tally.count(fuzzCase, answer);
  const faults = [...checkCase(fuzzCase, outcome)];
  if (fuzzCase.again && faults.length === 0) {
    const second = await ask(fuzzCase, scene, requestId);
    faults.push(...checkCase(fuzzCase, second).map((fault) => `on the second request: ${fault}`));
    if (repeatablePartOf(readResponse(second.result).answer) !== repeatablePartOf(answer))
      faults.push('the second response differs from the first');
  }
  endCooldown(answer);
  if (faults.length > 0) throw new Error(faults.slice(0, MAX_LISTED_FAULTS).join('\n'));
};

// Loads the functions and their sources, and sends the results of groups over IPC.

const endpoints = planEndpoints();
const shapes = [...new Set(endpoints.map(({ folder }) => folder.name))];
const written = await writeFunctions(endpoints);
const sources = await startSources(written.secrets);
const invoke = await loadFunctions(written, sources.environment);

const say = (message: IpcMessage): void => {
  process.send?.(message);
};

const casesOf = async ({ group }: Draw) => drawGroup[group]({ endpoints, timezoneOf: written.timezoneOf });

const run = async (draw: Draw): Promise<Report> => {
  const cases = await casesOf(draw);
  const tally = createTally(shapes);
  const startedAt = realNow();
  const recording = recordOutput();
  const scene: Scene = { invoke, sources, recording };
  const runOne = (fuzzCase: FuzzCase, index: number): Promise<void> => {
    say({ is: 'at', index });
    return runCase(fuzzCase, scene, tally, `request-${index}`);
  };
  const failure = await runCases(cases, draw, runOne).finally(recording.end);
  return { ...tally.counts, seconds: (realNow() - startedAt) / 1_000, ...(failure && { failure }) };
};

const handle = async (request: IpcRequest): Promise<void> => {
  if ('run' in request) say({ is: 'done', report: await run(request.run) });
  else say({ is: 'described', text: describeDrawn(await casesOf(request.describe), request.describe) });
};

process.on('message', (request: IpcRequest) => {
  handle(request).catch((error: unknown) => {
    process.stderr.write(`${String(Object(error).stack ?? error)}\n`);
    process.exit(1);
  });
});
process.on('disconnect', async () => {
  await Promise.all([sources.close(), written.remove()]);
  process.exit(0);
});
say({ is: 'ready' });
