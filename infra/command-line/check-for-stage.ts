import { checkDashboard } from '../dashboard/check-dashboard.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { sortDiagnostics } from '../dashboard/folder/diagnostic.ts';
import { reportDiagnostics, reportList } from '../dashboard/folder/report-diagnostics.ts';
import { withRegion } from '../deploy/aws/find-region.ts';
import { type CommandFailure, fail } from '../terminal/fail.ts';
import type { Target } from './target.ts';

/**
 * Checks a dashboard for a stage, and prints every error and warning. Refuses an invalid dashboard. The returned
 * dashboard has a region: from dashboard.yml, or else from the user's environment.
 */
export const checkForStage = async (
  { folder, stage }: Target,
  print: (text: string) => void = console.log,
): Promise<LoadedDashboard | CommandFailure> => {
  const { dashboard, errors, warnings } = await checkDashboard(folder.path);
  const all = stage === 'local' ? errors : sortDiagnostics([...errors, ...dashboard.localOnly]);
  if (all.length > 0) {
    print(reportDiagnostics({ errors: all, warnings, notes: [] }, folder.nameOf));
    return fail('');
  }
  if (warnings.length > 0) print(reportList(warnings, folder.nameOf));
  return withRegion(dashboard);
};
