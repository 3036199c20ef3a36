import { type CommandFailure, EXIT_USAGE, fail } from '../terminal/fail.ts';

/** Reads the value of an option that is a URL. */
export const readUrl = (url: string, option: string): string | CommandFailure =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
    ? url
    : fail(`${option} must be a URL such as https://wall.example.com, found ${url}`, EXIT_USAGE);

/** Reads the value of `--base`, the beginning of a dashboard's URLs. Returns the value without a slash at its end. */
export const readBase = (base: string): string | CommandFailure => {
  const url = readUrl(base, '--base');
  return typeof url === 'string' ? url.replace(/\/+$/, '') : url;
};
