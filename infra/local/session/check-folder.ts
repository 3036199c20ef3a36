import { checkDashboard } from '../../dashboard/check-dashboard.ts';
import type { DashboardFolder } from '../../dashboard/dashboard-folder.ts';
import type { LoadedDashboard } from '../../dashboard/load-dashboard.ts';
import { reportDiagnostics, reportWarnings } from '../../dashboard/report-diagnostics.ts';

/** A dashboard folder after its check. */
export interface Checked {
  readonly dashboard: LoadedDashboard;
  /** The errors and warnings as text; empty if there are none. */
  readonly report: string;
  /** The endpoints with errors. */
  readonly faulty: ReadonlySet<string>;
}

/** Checks a dashboard folder. */
export const checkFolder = async ({ path, nameOf }: DashboardFolder): Promise<Checked> => {
  const { dashboard, errors, warnings } = await checkDashboard(path);
  const faulty = new Set(errors.flatMap(({ endpoint }) => endpoint ?? []));
  const report = errors.length > 0 ? reportDiagnostics({ errors, warnings }, nameOf) : reportWarnings(warnings, nameOf);
  return { dashboard, report, faulty };
};
