import { DEMO } from '../dashboard/dashboard-folder.ts';

/** The option `--dashboard <folder>` of every command that reads one. */
export const DASHBOARD_OPTION = { value: 'folder', meaning: `the dashboard folder; ${DEMO} by default` } as const;
