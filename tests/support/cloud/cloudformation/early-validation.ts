import type { Template } from '../../../../infra/stack/template/template.ts';
import { fields, members } from '../xml.ts';
import type { AccountResources } from './account-resources.ts';
import type { ResourceChange } from './compare-templates.ts';

/** Found before a deployment. A finding blocks the change set. */
export interface ValidationError {
  readonly logicalId: string;
  readonly type: string;
  readonly validation: 'NAME_CONFLICT_VALIDATION';
  readonly path: string;
  readonly physicalId: string;
  readonly reason: string;
}

export const EARLY_VALIDATION_FAILED =
  'The following hook(s)/validation failed: [AWS::EarlyValidation::ResourceExistenceCheck]. To troubleshoot Early ' +
  'Validation errors, use the DescribeEvents API for detailed failure information.';

export const validateEarly = (
  account: AccountResources,
  { Resources }: Template,
  changes: readonly ResourceChange[],
): readonly ValidationError[] =>
  changes.flatMap(({ action, logicalId, type }): readonly ValidationError[] => {
    const resource = Resources[logicalId];
    const found = action === 'Add' && resource ? account.conflictOf(resource) : undefined;
    if (!found) return [];
    const { path, name, reason } = found;
    const whole = `/Resources/${logicalId}/Properties/${path}`;
    return [{ logicalId, type, validation: 'NAME_CONFLICT_VALIDATION', path: whole, physicalId: name, reason }];
  });

const TIME = '2026-11-01T00:00:00Z';

export const listValidationEvents = (StackId: string, errors: readonly ValidationError[], failed: boolean): string => {
  const own = { StackId, OperationId: 'c0a1b2c3-0000-4000-8000-000000000000', OperationType: 'CREATE_CHANGESET' };
  const operation = { ...own, EventId: 'operation', EventType: 'STACK_EVENT', OperationStatus: 'FAILED' };
  const found = errors.map(({ logicalId, type, validation, path, physicalId, reason }, index) =>
    fields({
      ...own,
      EventId: `validation-${index}`,
      EventType: 'VALIDATION_ERROR',
      LogicalResourceId: logicalId,
      PhysicalResourceId: physicalId,
      ResourceType: type,
      ValidationFailureMode: 'FAIL',
      ValidationName: validation,
      ValidationStatus: 'FAILED',
      ValidationStatusReason: reason,
      ValidationPath: path,
      Timestamp: TIME,
    }),
  );
  return members('OperationEvents', [...(failed ? [] : [fields({ ...operation, Timestamp: TIME })]), ...found]);
};
