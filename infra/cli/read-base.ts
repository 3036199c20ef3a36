import { type CommandFailure, EXIT_USAGE, fail } from '../terminal/fail.ts';

/** Reads the value of an option that is a URL, such as the beginning of a dashboard's URLs. */
export const readBase = (base: string, option = '--base'): string | CommandFailure =>
  URL.canParse(base) && /^https?:$/.test(new URL(base).protocol)
    ? base
    : fail(`${option} must be a URL such as https://wall.example.com, found ${base}`, EXIT_USAGE);
