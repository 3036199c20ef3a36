import { renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The clocks of a function's processes. */
export interface Clock {
  /** Moves both clocks forward, as if time had passed. */
  pass(milliseconds: number): void;
  /** Sets the wall clock. The monotonic clock does not change. */
  jump(milliseconds: number): void;
  /** Stops both clocks: time passes only by `pass`, so that the speed of the machine does not count. */
  stand(): void;
  /** Lets both clocks run like those of the machine. */
  run(): void;
  /** Returns the wall clock of the processes in milliseconds since 1970. */
  now(): number;
  /** Returns the time by the clocks of AWS, which nobody sets, in milliseconds since 1970. */
  awsNow(): number;
  /** The environment variables that make a process use this clock. */
  readonly environment: Readonly<Record<string, string>>;
}

const preload = fileURLToPath(new URL('./shift-clock.cjs', import.meta.url));

const real = (): number => performance.timeOrigin + performance.now();

/** Creates a clock that runs. */
export const createClock = (file: string): Clock => {
  const startedAt = real();
  const clocks: { wall: number; steady: number; runsSince?: number | undefined } = {
    wall: startedAt,
    steady: 0,
    runsSince: startedAt,
  };
  const passed = (): number => (clocks.runsSince === undefined ? 0 : real() - clocks.runsSince);
  /** Replaces the file atomically, because processes may read it at any moment. */
  const move = (wall: number, steady: number, runs = clocks.runsSince !== undefined): void => {
    const since = passed();
    clocks.wall += since + wall;
    clocks.steady += since + steady;
    clocks.runsSince = runs ? real() : undefined;
    writeFileSync(`${file}.next`, JSON.stringify(clocks));
    renameSync(`${file}.next`, file);
  };
  move(0, 0);
  return {
    pass: (milliseconds) => move(milliseconds, milliseconds),
    jump: (milliseconds) => move(milliseconds, 0),
    stand: () => move(0, 0, false),
    run: () => move(0, 0, true),
    now: () => Math.floor(clocks.wall + passed()),
    awsNow: () => startedAt + clocks.steady + passed(),
    environment: { NODE_OPTIONS: `--require ${preload}`, CLOCK_FILE: file },
  };
};
