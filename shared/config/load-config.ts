import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DashboardConfig } from './dashboard-config.ts';

/** The dashboard as this function was packaged with it: `dashboard.json` beside the bundle. */
export const loadConfig = (): DashboardConfig =>
  JSON.parse(readFileSync(join(process.env.LAMBDA_TASK_ROOT ?? '.', 'dashboard.json'), 'utf8'));
