import { renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Clock {
  pass(milliseconds: number): void;
  /** The monotonic clock does not change. */
  jump(milliseconds: number): void;
  /**
   * 1 is the speed of the machine's clocks. With 0, time passes only by `pass`, so that the speed of the machine does
   * not count.
   */
  setRate(rate: number): void;
  /** Milliseconds since 1970. */
  now(): number;
  /** By the clocks of AWS, which nobody sets, in milliseconds since 1970. */
  awsNow(): number;
  readonly environment: Readonly<Record<string, string>>;
}

const preload = fileURLToPath(new URL('./shift-clock.cjs', import.meta.url));

const real = (): number => performance.timeOrigin + performance.now();

export const createClock = (file: string): Clock => {
  const startedAt = real();
  const clocks = { wall: startedAt, steady: 0, setAt: startedAt, rate: 1 };
  const passed = (): number => (real() - clocks.setAt) * clocks.rate;
  /** Replaces the file atomically, because processes may read it at any moment. */
  const move = (wall: number, steady: number, rate = clocks.rate): void => {
    const since = passed();
    Object.assign(clocks, {
      wall: clocks.wall + since + wall,
      steady: clocks.steady + since + steady,
      setAt: real(),
      rate,
    });
    writeFileSync(`${file}.next`, JSON.stringify(clocks));
    renameSync(`${file}.next`, file);
  };
  move(0, 0);
  return {
    pass: (milliseconds) => move(milliseconds, milliseconds),
    jump: (milliseconds) => move(milliseconds, 0),
    setRate: (rate) => move(0, 0, rate),
    now: () => Math.floor(clocks.wall + passed()),
    awsNow: () => startedAt + clocks.steady + passed(),
    environment: { NODE_OPTIONS: `--require ${JSON.stringify(preload)}`, CLOCK_FILE: file },
  };
};
