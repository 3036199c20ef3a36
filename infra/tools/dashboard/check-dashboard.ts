import { checkData } from './check-data.ts';
import { type Fault, sortFaults } from './fault.ts';
import { type LoadedDashboard, loadDashboard } from './load-dashboard.ts';

export interface CheckedDashboard {
  readonly dashboard: LoadedDashboard;
  /** Of the definition and the data, in the order of their places. */
  readonly faults: readonly Fault[];
}

/** Reads a dashboard folder and checks its definition and its data. */
export const checkDashboard = async (folder: string): Promise<CheckedDashboard> => {
  const dashboard = await loadDashboard(folder);
  return { dashboard, faults: sortFaults([...dashboard.faults, ...(await checkData(dashboard))]) };
};
