import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DashboardConfig } from './dashboard-config.ts';

export const loadConfig = (): DashboardConfig =>
  JSON.parse(readFileSync(join(process.env.LAMBDA_TASK_ROOT ?? '.', 'dashboard.json'), 'utf8'));
