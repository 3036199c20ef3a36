import { stackName } from '../../build/stack/describe-stack.ts';
import { regionOf } from '../../build/stack/region.ts';
import type { StackAddress } from '../aws/stacks.ts';
import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';

/** Where the stack of a dashboard is in a stage, deployed or not. */
export const stackOf = (dashboard: LoadedDashboard, stage: string): StackAddress => ({
  name: stackName(dashboard, stage),
  region: regionOf(dashboard, stage),
});
