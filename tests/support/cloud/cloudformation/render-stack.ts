import type { FakeResource, FakeStack } from '../fake-stack.ts';
import { element, fields, members } from '../xml.ts';
import type { ChangeSet, StackEvent } from './change-set.ts';
import type { ChangeDetail, ResourceChange } from './compare-templates.ts';
import { EARLY_VALIDATION_FAILED } from './early-validation.ts';

const TIME = '2026-11-01T00:00:00Z';
export interface Pace {
  readonly resources: number;
  readonly changes: number;
  /** For this number of calls, a client sees an operation as running. */
  readonly callsInProgress: number;
}

export const SLOW_PACE: Pace = { resources: 2, changes: 3, callsInProgress: 1 };
export const NO_CHANGES =
  "The submitted information didn't contain changes. Submit different information to create a change set.";

export const changeSetArn = (name: string, region: string): string =>
  `arn:aws:cloudformation:${region}:000000000000:changeSet/${name}/0a1b2c3d-0000-4000-8000-000000000000`;

export const pageOf = <Item>(items: readonly Item[], token: string | null, size: number) => {
  const start = Number(token ?? 0);
  const next = start + size < items.length ? fields({ NextToken: String(start + size) }) : '';
  return { items: items.slice(start, start + size), next };
};

export const describeStack = (StackId: string, name: string, stack: FakeStack, updates: number): string => {
  const { status, isProtected = false, outputs, tags = {} } = stack;
  const outputPairs = Object.entries(outputs).map(([OutputKey, OutputValue]) => fields({ OutputKey, OutputValue }));
  const tagPairs = Object.entries(tags).map(([Key, Value]) => fields({ Key, Value }));
  const own = fields({ StackId, StackName: name, CreationTime: TIME, StackStatus: status });
  const updated = updates === 0 ? '' : fields({ LastUpdatedTime: new Date(Date.parse(TIME) + updates).toISOString() });
  const protection = fields({ EnableTerminationProtection: String(isProtected) });
  return members('Stacks', [own + updated + protection + members('Outputs', outputPairs) + members('Tags', tagPairs)]);
};

export const resourceFields = ({ logicalId, type, id, status = 'CREATE_COMPLETE', reason }: FakeResource): string =>
  fields({
    LogicalResourceId: logicalId,
    PhysicalResourceId: id,
    ResourceType: type,
    ResourceStatus: status,
    ResourceStatusReason: reason,
    LastUpdatedTimestamp: TIME,
  });

export const listResources = ({ resources }: FakeStack, token: string | null, pace: Pace): string => {
  const { items, next } = pageOf(resources, token, pace.resources);
  return members('StackResourceSummaries', items.map(resourceFields)) + next;
};

export const listEvents = (StackId: string, StackName: string, events: readonly StackEvent[]): string =>
  members(
    'StackEvents',
    events.map(({ id: EventId, logicalId, type, status, reason }) =>
      fields({
        EventId,
        StackId,
        StackName,
        LogicalResourceId: logicalId,
        ResourceType: type,
        ResourceStatus: status,
        ResourceStatusReason: reason,
        Timestamp: TIME,
      }),
    ),
  );

const driftXml = ({ previous, actual }: NonNullable<ChangeDetail['drift']>): string =>
  fields({ BeforeValue: actual, AfterValue: previous, BeforeValueFrom: 'ACTUAL_STATE', AfterValueFrom: 'TEMPLATE' }) +
  element('Drift', fields({ PreviousValue: previous, ActualValue: actual, DriftDetectionTimestamp: TIME }));

const detailXml = ({ attribute, name, recreation, evaluation, source, cause, drift }: ChangeDetail): string =>
  element(
    'Target',
    fields({
      Attribute: attribute,
      Name: name,
      RequiresRecreation: attribute === 'Properties' ? recreation : undefined,
    }) + (drift ? driftXml(drift) : ''),
  ) + fields({ Evaluation: evaluation, ChangeSource: source, CausingEntity: cause });

const changeXml = (change: ResourceChange, ids: ReadonlyMap<string, string>): string => {
  const { action, logicalId, type, replacement, policyAction, drift, details } = change;
  const scope = Array.from(new Set(details.map(({ attribute }) => attribute)));
  return (
    fields({ Type: 'Resource' }) +
    element(
      'ResourceChange',
      fields({
        PolicyAction: policyAction,
        Action: action,
        LogicalResourceId: logicalId,
        PhysicalResourceId: ids.get(logicalId),
        ResourceType: type,
        Replacement: replacement,
        ResourceDriftStatus: drift,
      }) +
        members(
          'Scope',
          scope.map((attribute) => attribute),
        ) +
        members('Details', details.map(detailXml)),
    )
  );
};

/** At first in progress, then complete, or failed if it changes nothing or a check refuses it. */
export const describeChangeSet = (
  ids: { readonly StackId: string; readonly ChangeSetId: string },
  changeSet: ChangeSet,
  stack: FakeStack | undefined,
  token: string | null,
  pace: Pace,
): string => {
  const { name: ChangeSetName, changes, errors } = changeSet;
  const mode = changeSet.revertsDrift ? { DeploymentMode: 'REVERT_DRIFT' } : {};
  const own = fields({ ChangeSetName, ...ids, CreationTime: TIME, ...mode });
  if (!changeSet.isReady) {
    changeSet.isReady = true;
    return own + fields({ Status: 'CREATE_IN_PROGRESS', ExecutionStatus: 'UNAVAILABLE' });
  }
  if (changes.length === 0 || errors.length > 0) {
    const StatusReason = errors.length > 0 ? EARLY_VALIDATION_FAILED : NO_CHANGES;
    return own + fields({ Status: 'FAILED', ExecutionStatus: 'UNAVAILABLE', StatusReason });
  }
  const physicalIds = new Map(stack?.resources.map(({ logicalId, id }) => [logicalId, id]));
  const { items, next } = pageOf(changes, token, pace.changes);
  const status = fields({ Status: 'CREATE_COMPLETE', ExecutionStatus: 'AVAILABLE' });
  const listed = items.map((change) => changeXml(change, physicalIds));
  return own + status + members('Changes', listed) + next;
};
