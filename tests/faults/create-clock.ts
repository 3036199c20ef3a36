import { renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The clocks of a function's processes. */
export interface Clock {
  /** Time passes, without anybody waiting for it. */
  pass(milliseconds: number): void;
  /** Somebody sets the clock; no time passes. */
  jump(milliseconds: number): void;
  /** Milliseconds since 1970, as the processes take it. */
  now(): number;
  /** The variables by which a process lives on it. */
  readonly environment: Readonly<Record<string, string>>;
}

const preload = fileURLToPath(new URL('./shift-clock.cjs', import.meta.url));

export const createClock = (file: string): Clock => {
  const offsets = { wall: 0, steady: 0 };
  /** At once for who reads it. */
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
