import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';

/** Prefix of stacks and functions, so that no other tool of the account uses the same names. */
const PREFIX = 'wallfeed-';

/** Lambda's limit. */
export const MAX_FUNCTION_NAME_CHARS = 64;

type NamedDashboard = Pick<LoadedDashboard, 'name'>;

export const stackName = ({ name }: NamedDashboard, stage: string): string => `${PREFIX}${name}-${stage}`;

/** An earlier version gave names without `wallfeed-`, although longer ones fit. */
export const isOlderName = (name: string, stack: string): boolean =>
  !name.startsWith(`${stack}-`) && PREFIX.length + name.length <= MAX_FUNCTION_NAME_CHARS;

export const olderNameOf = (name: string, stack: string): string =>
  name.startsWith(`${stack}-`) ? name.slice(PREFIX.length) : name;

/**
 * The name in new stacks, and the name in stacks that an earlier version made. Both are the same if the first one would
 * be too long for Lambda.
 */
export const functionNames = (dashboard: NamedDashboard, stage: string, family: string): readonly [string, string] => {
  const stack = stackName(dashboard, stage);
  const name = `${stack}-${family}`;
  const older = olderNameOf(name, stack);
  return [name.length <= MAX_FUNCTION_NAME_CHARS ? name : older, older];
};
