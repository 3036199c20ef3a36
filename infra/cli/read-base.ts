import { type CommandFailure, EXIT_USAGE, fail } from '../terminal/fail.ts';

/** Reads the value of `--base`: the beginning of a deployed dashboard's URLs. */
export const readBase = (base: string): string | CommandFailure =>
  URL.canParse(base) && /^https?:$/.test(new URL(base).protocol)
    ? base
    : fail(`--base is a URL such as https://wall.example.com, found ${base}`, EXIT_USAGE);
