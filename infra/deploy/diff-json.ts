import { describeLosses } from './describe-loss.ts';
import { kindOf } from './resource-kinds.ts';
import { CHANGE_ACTIONS, isLoss, type StackChange, type StackDiff } from './stack-diff.ts';

/** Version of the format, which is increased with each incompatible change. */
const FORM_VERSION = 1;

const describeChange = (change: StackChange) => ({
  action: change.action,
  kind: kindOf(change.type).noun,
  name: change.name,
  logicalId: change.logicalId,
  type: change.type,
  properties: change.properties,
  mayReplace: change.mayReplace,
  holdsData: change.holdsData,
  losesData: isLoss(change),
  kept: change.kept ?? null,
});

/** Formats a diff as JSON. infra/README.md documents each field. */
export const diffJson = ({ address, stack, changes, urls, baseUrl }: StackDiff): string => {
  const counts = CHANGE_ACTIONS.map((action) => [action, changes.filter((change) => change.action === action).length]);
  const form = {
    version: FORM_VERSION,
    stack: { name: address.name, region: address.region, status: stack?.status ?? null },
    counts: Object.fromEntries(counts),
    losses: describeLosses(changes),
    urls: urls ?? null,
    baseUrl: baseUrl ? { before: baseUrl.before, after: baseUrl.after ?? null } : null,
    changes: changes.map(describeChange),
  };
  return JSON.stringify(form, null, 2);
};
