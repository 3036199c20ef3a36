import { relative } from 'node:path';
import { posixPath } from '../build/posix-path.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { invocationFolder } from '../dashboard/folder/dashboard-folder.ts';
import { stackName } from '../stack/describe-stack.ts';
import { regionOf } from '../stack/template/template.ts';
import type { StackAddress } from './aws/stacks.ts';

/** Returns the name and region of a dashboard's stack in a stage. The stack need not be deployed. */
export const stackAddressOf = (dashboard: LoadedDashboard, stage: string): StackAddress => {
  const folder = posixPath(relative(invocationFolder(), dashboard.folder));
  return {
    name: stackName(dashboard, stage),
    region: regionOf(dashboard, stage),
    options: [...(folder === '' ? [] : ['--dashboard', folder]), '--stage', stage],
  };
};
