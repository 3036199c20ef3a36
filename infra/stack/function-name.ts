import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';

/** Prefix of stacks and functions, so that no other tool of the account uses the same names. */
const PREFIX = 'wallfeed-';

/** Lambda's limit. */
export const MAX_FUNCTION_NAME_CHARS = 64;

type NamedDashboard = Pick<LoadedDashboard, 'name'>;

export const stackName = ({ name }: NamedDashboard, stage: string): string => `${PREFIX}${name}-${stage}`;

/** True if a function has the name that an earlier version gave it, without `wallfeed-`, although a longer one fits. */
export const isOlderName = (name: string, stack: string): boolean =>
  !name.startsWith(`${stack}-`) && PREFIX.length + name.length <= MAX_FUNCTION_NAME_CHARS;

export const olderNameOf = (name: string, stack: string): string =>
  name.startsWith(`${stack}-`) ? name.slice(PREFIX.length) : name;

/**
 * Returns the names that the function of a family may have: that of new stacks, and that of stacks which an earlier
 * version made. Both are the same if the first one would be too long for Lambda.
 */
export const functionNames = (dashboard: NamedDashboard, stage: string, family: string): readonly [string, string] => {
  const stack = stackName(dashboard, stage);
  const name = `${stack}-${family}`;
  const older = olderNameOf(name, stack);
  return [name.length <= MAX_FUNCTION_NAME_CHARS ? name : older, older];
};
