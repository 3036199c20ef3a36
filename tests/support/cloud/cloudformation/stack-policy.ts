import type { ResourceChange } from './compare-templates.ts';

interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
  readonly Condition?: { readonly StringEquals?: { readonly ResourceType?: string | readonly string[] } };
}

const actionOf = ({ action, replacement }: ResourceChange): string => {
  if (action === 'Remove') return 'Update:Delete';
  return replacement === 'False' ? 'Update:Modify' : 'Update:Replace';
};

const matches = (statement: Statement, { logicalId, type }: ResourceChange, action: string): boolean => {
  const types = [statement.Condition?.StringEquals?.ResourceType ?? type].flat();
  return (
    [statement.Action].flat().some((pattern) => pattern === 'Update:*' || pattern === action) &&
    [statement.Resource].flat().some((resource) => resource === '*' || resource === `LogicalResourceId/${logicalId}`) &&
    types.includes(type)
  );
};

/** Returns undefined if the policy allows the change. A policy denies everything that no statement allows. */
export const denialOf = (policy: string | undefined, change: ResourceChange): string | undefined => {
  if (policy === undefined || change.action === 'Add') return undefined;
  const { Statement } = JSON.parse(policy) as { readonly Statement: readonly Statement[] };
  const action = actionOf(change);
  const found = Statement.filter((statement) => matches(statement, change, action));
  const denied = Statement.findIndex((statement) => statement.Effect === 'Deny' && found.includes(statement));
  if (denied < 0 && found.length > 0) return undefined;
  const statement = denied < 0 ? 'no matching statement' : `Statement [#${denied + 1}]`;
  return `Action denied by stack policy: ${statement} does not allow [${action}] for resource [*]`;
};
