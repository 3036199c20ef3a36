import { expect } from '@jest/globals';
import type { EmulatorServer } from '../../infra/local/emulators/emulator-server.ts';
import { type Mode, type Source, STALE, slugOf, TTL } from './endpoints.ts';
import type { SourceFault } from './source-faults.ts';
import type { Told, Wall } from './start-wall.ts';

const SECOND = 1_000;
/** The longest that a source is left alone after a failure here. */
export const LEFT_ALONE = 7 * SECOND;

/** How long after it was made an answer is still served while its source fails. */
const LIMITS: Readonly<Record<Mode, number>> = {
  none: 0,
  cache: TTL,
  stale: STALE,
  both: TTL + STALE,
  shared: TTL + STALE,
};
const isKept = (mode: Mode): boolean => mode !== 'none' && mode !== 'stale';
const isStaleServed = (mode: Mode): boolean => LIMITS[mode] >= STALE;

export const callsOf = ({ calls }: EmulatorServer): number => calls.values().reduce((sum, count) => sum + count, 0);

/** Of what is told to a caller, nothing says what only the owner of the dashboard may know. */
const LEAKS = /arn:|select |secret|wallfeed-local|currentTime|127\.0\.0\.1|\n\s+at /i;

export const expectGood = ({ status, value, headers, line }: Told, expected: number): void => {
  expect({ status, value, warning: headers.get('warning') }).toEqual({ status: 200, value: expected, warning: null });
  // A response is as old as the call that it was made from.
  expect(Number(headers.get('age')) * SECOND).toBeLessThanOrEqual(Number(line?.duration));
  expect(line).toMatchObject({ status: 200, failures: 0, staleAnswers: 0 });
  expect(line).not.toHaveProperty('error');
};

const expectHit = ({ status, value, headers, line }: Told, expected: number): void => {
  expect({ status, value, cache: headers.get('x-wallfeed-cache') }).toEqual({
    status: 200,
    value: expected,
    cache: 'hit',
  });
  expect(line).toMatchObject({ status: 200, cache: 'hit', cacheHits: 1, failures: 0, staleAnswers: 0 });
};

const causeOf = (cause: string | undefined) => (cause === undefined ? {} : { cause });

export const expectStale = (
  { status, value, headers, line }: Told,
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
  expect(Number(headers.get('age'))).toBeGreaterThanOrEqual(age / SECOND);
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
  { status, body, headers, line, text }: Told,
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

/** The table that a fault is told of, where there are several. */
const tableOf = (source: Source, isOfDatabase: boolean): string | undefined => {
  if (source === 'several') return 'links';
  return source === 'mixed' ? (isOfDatabase ? 'links' : 'nodes') : undefined;
};

let last = 0;

/** A number that no source has held before. */
export const nextValue = (): number => {
  last += 1;
  return last;
};

export interface Scenario {
  readonly wall: Wall;
  readonly source: Source;
  readonly mode: Mode;
  readonly fault: SourceFault;
  /** That meets the fault. */
  readonly emulator: EmulatorServer;
}

/** A source that fails, from before its answer was kept until after it is mended; what is told all along. */
export const playThrough = async ({ wall, source, mode, fault, emulator }: Scenario): Promise<void> => {
  const slug = slugOf(source, mode);
  const [before, after] = [nextValue(), nextValue()];
  const limit = LIMITS[mode];
  wall.clock.pass(TTL + STALE + SECOND);
  await wall.hold(before);
  expectGood(await wall.ask(slug), before);
  await wall.hold(after);
  emulator.fail({ ...fault.fault, ...(source === 'several' && { on: 'links.csv' }) });

  if (isKept(mode)) {
    const calls = callsOf(emulator);
    expectHit(await wall.ask(slug), before);
    expect(callsOf(emulator)).toBe(calls);
  }
  if (isStaleServed(mode)) {
    wall.clock.pass(TTL + SECOND);
    expectStale(await wall.ask(slug), before, fault, TTL + SECOND);
    wall.clock.pass(limit - TTL - 20 * SECOND);
    expectStale(await wall.ask(slug), before, fault, limit - 20 * SECOND);
    wall.clock.pass(20 * SECOND);
  } else wall.clock.pass(limit);
  expectProblem(await wall.ask(slug), fault, tableOf(source, emulator === wall.stack.emulators.database));

  emulator.clearFaults();
  wall.clock.pass(LEFT_ALONE);
  const mended = await wall.ask(slug);
  expectGood(mended, after);
  expect(mended.headers.get('x-wallfeed-cache')).toBe('fresh');
  if (isKept(mode)) expectHit(await wall.ask(slug), after);
};
