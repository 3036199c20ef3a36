import { commandLine } from '../build/command-line.ts';
import { type LoadedDashboard, loadDashboard } from '../dashboard/load-dashboard.ts';
import { type CommandFailure, fail } from '../terminal/fail.ts';
import { readDashboardFolder } from './dashboard-option.ts';

/** Loads the dashboard that `--dashboard` names. Fails if the dashboard has no valid endpoint. */
export const loadValidDashboard = async (given: string | undefined): Promise<LoadedDashboard | CommandFailure> => {
  const folder = await readDashboardFolder(given);
  if ('failure' in folder) return folder;
  const { path, nameOf } = folder;
  const dashboard = await loadDashboard(path);
  if (dashboard.endpoints.length > 0) return dashboard;
  return fail(`${nameOf(path)} has no valid endpoint: ${commandLine('check')} says why`);
};
