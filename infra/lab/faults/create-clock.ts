import { renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The clocks of a function's processes. */
export interface Clock {
  /** Moves both clocks forward, as if time had passed. */
  pass(milliseconds: number): void;
  /** Sets the wall clock. The monotonic clock does not change. */
  jump(milliseconds: number): void;
  /** Returns the wall clock of the processes in milliseconds since 1970. */
  now(): number;
  /** The environment variables that make a process use this clock. */
  readonly environment: Readonly<Record<string, string>>;
}

const preload = fileURLToPath(new URL('./shift-clock.cjs', import.meta.url));

export const createClock = (file: string): Clock => {
  const offsets = { wall: 0, steady: 0 };
  /** Replaces the file atomically, because processes may read it at any moment. */
  const write = (): void => {
    writeFileSync(`${file}.next`, JSON.stringify(offsets));
    renameSync(`${file}.next`, file);
  };
  write();
  return {
    pass: (milliseconds) => {
      offsets.wall += milliseconds;
      offsets.steady += milliseconds;
      write();
    },
    jump: (milliseconds) => {
      offsets.wall += milliseconds;
      write();
    },
    now: () => Date.now() + offsets.wall,
    environment: { NODE_OPTIONS: `--require ${preload}`, CLOCK_FILE: file },
  };
};
