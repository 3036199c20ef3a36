import { expect } from '@jest/globals';
import type { EmulatorServer } from '../../../infra/local/emulators/server/emulator-server.ts';
import { type Mode, type Source, STALE_MS, slugOf, TTL_MS } from './endpoints.ts';
import type { SourceFault } from './source-faults.ts';
import { callsOf, type Wall, type WallResponse } from './start-wall.ts';

const SECOND_MS = 1_000;
/** A failed source is called again after this pause at the latest. */
export const SOURCE_PAUSE_MS = 11 * SECOND_MS;

/** Age up to which a response is served while its source fails, in milliseconds. */
const MAX_AGES_MS: Readonly<Record<Mode, number>> = {
  none: 0,
  cache: TTL_MS,
  stale: STALE_MS,
  both: TTL_MS + STALE_MS,
  shared: TTL_MS + STALE_MS,
};
const isCached = (mode: Mode): boolean => mode !== 'none' && mode !== 'stale';
const isStaleServed = (mode: Mode): boolean => MAX_AGES_MS[mode] >= STALE_MS;

/** No response may contain this text, because only the owner of the dashboard may know it. */
const LEAKS = /arn:|select |secret|wallfeed-local|currentTime|127\.0\.0\.1|\n\s+at /i;

export const expectGood = ({ status, value, headers, line }: WallResponse, expected: number): void => {
  expect({ status, value, warning: headers.get('warning') }).toEqual({ status: 200, value: expected, warning: null });
  // The age of a response counts from the call to its source.
  expect(Number(headers.get('age')) * SECOND_MS).toBeLessThanOrEqual(Number(line?.duration));
  expect(line).toMatchObject({ status: 200, failures: 0, staleAnswers: 0 });
  expect(line).not.toHaveProperty('error');
};

const expectHit = ({ status, value, headers, line }: WallResponse, expected: number): void => {
  expect({ status, value, cache: headers.get('x-wallfeed-cache') }).toEqual({
    status: 200,
    value: expected,
    cache: 'hit',
  });
  expect(line).toMatchObject({ status: 200, cache: 'hit', cacheHits: 1, failures: 0, staleAnswers: 0 });
};

const causeOf = (cause: string | undefined) => (cause === undefined ? {} : { cause });

export const expectStale = (
  { status, value, headers, line }: WallResponse,
  expected: number,
  { error, cause }: Pick<SourceFault, 'error' | 'cause'>,
  age: number,
): void => {
  expect({
    status,
    value,
    cache: headers.get('x-wallfeed-cache'),
    warning: headers.get('warning'),
    retryAfter: headers.get('retry-after'),
  }).toEqual({
    status: 200,
    value: expected,
    cache: 'stale',
    warning: `110 wallfeed "Response is Stale: ${error}"`,
    retryAfter: null,
  });
  expect(Number(headers.get('age'))).toBeGreaterThanOrEqual(age / SECOND_MS);
  expect(line).toMatchObject({
    status: 200,
    error,
    ...causeOf(cause),
    cache: 'stale',
    failures: 0,
    cacheHits: 0,
    staleAnswers: 1,
  });
  expect(line?.age).toBe(Number(headers.get('age')));
};

export const expectProblem = (
  { status, body, headers, line, text }: WallResponse,
  fault: Omit<SourceFault, 'name' | 'fault'>,
  table?: string,
): void => {
  const { error, cause, hint, retryAfter = null } = fault;
  expect({
    status,
    error: body.error,
    hint: body.details[0]?.hint,
    table: body.details[0]?.table,
    retryAfter: headers.get('retry-after'),
  }).toEqual({ status: fault.status, error, hint, table, retryAfter });
  for (const name of ['age', 'warning', 'x-wallfeed-cache']) expect(headers.get(name)).toBeNull();
  expect(line).toMatchObject({
    status: fault.status,
    error,
    ...causeOf(cause),
    failures: 1,
    cacheHits: 0,
    staleAnswers: 0,
  });
  expect(line).not.toHaveProperty('cache');
  expect(line?.requestId).toBe(body.requestId);
  expect(text).not.toMatch(LEAKS);
};

const tableOf = (source: Source, isOfDatabase: boolean): string | undefined => {
  if (source === 'several') return 'links';
  return source === 'mixed' ? (isOfDatabase ? 'links' : 'nodes') : undefined;
};

let last = 0;

export const nextValue = (): number => {
  last += 1;
  return last;
};

export interface Scenario {
  readonly wall: Wall;
  readonly source: Source;
  readonly mode: Mode;
  readonly fault: SourceFault;
  readonly emulator: EmulatorServer;
}

export const callCountOf = (source: Source): number => (source === 'several' || source === 'mixed' ? 2 : 1);

/** Asks an endpoint whose source has a fault. Time passes only if the fault is that the source does not answer. */
const askWithFault = ({ wall, source, mode, fault }: Scenario): Promise<WallResponse> => {
  const slug = slugOf(source, mode);
  return fault.cause === 'TimeoutError' ? wall.askInVain(slug, { count: callCountOf(source) }) : wall.ask(slug);
};

export const playThrough = async (scenario: Scenario): Promise<void> => {
  const { wall, source, mode, fault, emulator } = scenario;
  const slug = slugOf(source, mode);
  const [before, after] = [nextValue(), nextValue()];
  const limit = MAX_AGES_MS[mode];
  wall.clock.pass(TTL_MS + STALE_MS + SECOND_MS);
  await wall.setValue(before);
  expectGood(await wall.ask(slug), before);
  await wall.setValue(after);
  emulator.fail({ ...fault.fault, ...(source === 'several' && { on: 'links.csv' }) });

  if (isCached(mode)) {
    const calls = callsOf(emulator);
    expectHit(await wall.ask(slug), before);
    expect(callsOf(emulator)).toBe(calls);
  }
  if (isStaleServed(mode)) {
    wall.clock.pass(TTL_MS + SECOND_MS);
    expectStale(await askWithFault(scenario), before, fault, TTL_MS + SECOND_MS);
    wall.clock.pass(limit - TTL_MS - 20 * SECOND_MS);
    expectStale(await askWithFault(scenario), before, fault, limit - 20 * SECOND_MS);
    wall.clock.pass(20 * SECOND_MS);
  } else wall.clock.pass(limit);
  expectProblem(await askWithFault(scenario), fault, tableOf(source, emulator === wall.stack.emulators.database));

  emulator.clearFaults();
  wall.clock.pass(SOURCE_PAUSE_MS);
  const recovered = await wall.ask(slug);
  expectGood(recovered, after);
  expect(recovered.headers.get('x-wallfeed-cache')).toBe('fresh');
  if (isCached(mode)) expectHit(await wall.ask(slug), after);
};
