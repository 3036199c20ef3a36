import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventEmitter } from 'node:events';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Base of exit codes: a program that a signal has ended has this code plus the number of the signal. */
const EXIT_OF_SIGNALS = 128;

/** Time in which a second signal is ignored: one Ctrl-C may arrive twice, from the terminal and from npm or run.mjs. */
const SAME_SIGNAL_MS = 1_000;

/** The message says what was left undone. */
export class Interrupted extends Error {
  readonly exitCode: number;
  /** True if the message says how to go on. */
  readonly saysNext: boolean;

  constructor(exitCode: number, message?: string) {
    super(message ?? 'Interrupted');
    this.saysNext = message !== undefined;
    this.exitCode = exitCode;
  }
}

interface Run {
  readonly signal: AbortSignal;
  readonly isCleaningUp: boolean;
}

const runs = new AsyncLocalStorage<Run>();

/** @throws Interrupted if the user has interrupted the command, unless the command is cleaning up. */
export const throwIfInterrupted = (): void => {
  const run = runs.getStore();
  if (run && !run.isCleaningUp) run.signal.throwIfAborted();
};

/**
 * Runs work that Ctrl-C and SIGTERM interrupt between two calls to AWS, but never during a call. A second Ctrl-C ends the
 * program at once. `source` sends the signals in tests.
 */
export const interruptible = async <Result>(
  work: () => Promise<Result>,
  source: EventEmitter = process,
): Promise<Result> => {
  const controller = new AbortController();
  let since: number | undefined;
  const onSignal = (name: (typeof SIGNALS)[number]): void => {
    const exitCode = EXIT_OF_SIGNALS + constants.signals[name];
    if (since !== undefined && performance.now() - since > SAME_SIGNAL_MS) process.exit(exitCode);
    since ??= performance.now();
    controller.abort(new Interrupted(exitCode));
  };
  for (const name of SIGNALS) source.on(name, onSignal);
  try {
    return await runs.run({ signal: controller.signal, isCleaningUp: false }, work);
  } finally {
    for (const name of SIGNALS) source.off(name, onSignal);
  }
};

/** Runs work that an interruption does not stop the work, because it undoes what was begun. */
export const cleaningUp = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const run = runs.getStore();
  return run ? runs.run({ ...run, isCleaningUp: true }, work) : work();
};

export const pause = async (milliseconds: number): Promise<void> => {
  const run = runs.getStore();
  const options = run && !run.isCleaningUp ? { signal: run.signal } : {};
  await delay(milliseconds, undefined, options).catch(throwIfInterrupted);
};
