import { checkBudget } from '../../cost/estimate-dashboard.ts';
import { checkDashboard } from '../../dashboard/check-dashboard.ts';
import { checkData } from '../../dashboard/data/check-data.ts';
import { loadDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { serveThread } from '../../program/thread.ts';
import type { CheckOperations } from './check-in-thread.ts';

const operations: CheckOperations = {
  check: async (folder) => {
    const { errors, warnings, notes } = await checkDashboard(folder, [checkBudget]);
    return { errors, warnings, notes };
  },
  checkEndpoint: async ({ folder, slug }) => {
    const dashboard = await loadDashboard(folder);
    return checkData({ ...dashboard, checked: dashboard.checked.filter((one) => one.slug === slug) });
  },
};

serveThread(operations);
