import type { CommandOption } from '../read-options.ts';
import { DEMO } from './dashboard-folder.ts';

/** `--dashboard <folder>`, of every command. */
export const DASHBOARD_OPTION: CommandOption = {
  type: 'string',
  value: 'folder',
  meaning: `the dashboard folder; ${DEMO} by default`,
};
