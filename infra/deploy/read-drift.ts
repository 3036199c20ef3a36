import type { ResourceChange, ResourceChangeDetail } from '@aws-sdk/client-cloudformation';
import { IN_USE } from './aws/databases.ts';
import type { DriftedValue, StackChange } from './stack-diff.ts';

const driftedValue = ({ Target }: ResourceChangeDetail): readonly DriftedValue[] => {
  const { Name, Attribute = '', Drift } = Target ?? {};
  if (!Drift) return [];
  return [{ property: Name ?? Attribute, actual: Drift.ActualValue ?? '', deployed: Drift.PreviousValue ?? '' }];
};

export const readDrift = ({
  ResourceDriftStatus,
  Details = [],
}: ResourceChange): Pick<StackChange, 'drift' | 'found'> => {
  if (ResourceDriftStatus === 'DELETED') return { drift: 'deleted' };
  const found = Details.flatMap(driftedValue);
  return ResourceDriftStatus === 'MODIFIED' || found.length > 0 ? { drift: 'changed', found } : {};
};

/** True for the tag that a deployment gives to its database past CloudFormation. A deployment repeats it if it is lost. */
export const isOwnTag = ({ ResourceType, ResourceDriftStatus, Details = [] }: ResourceChange): boolean =>
  ResourceType === 'AWS::RDS::DBCluster' &&
  ResourceDriftStatus === 'MODIFIED' &&
  Details.every((detail) => driftedValue(detail).some(({ actual }) => actual.includes(IN_USE.Value)));
