import { commandLine } from '../build/command-line.ts';
import { type LoadedDashboard, loadDashboard } from '../dashboard/definition/load-dashboard.ts';
import { type CommandFailure, EXIT_USAGE, fail } from '../terminal/fail.ts';
import { readDashboardFolder } from './dashboard-option.ts';

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

/** Loads the dashboard that `--dashboard` names. Fails if the dashboard has no valid endpoint. */
export const loadValidDashboard = async (given: string | undefined): Promise<LoadedDashboard | CommandFailure> => {
  const folder = await readDashboardFolder(given);
  if ('failure' in folder) return folder;
  const { path, nameOf } = folder;
  const dashboard = await loadDashboard(path);
  if (dashboard.endpoints.length > 0) return dashboard;
  return fail(`${nameOf(path)} has no valid endpoint: ${commandLine('check')} says why`);
};
