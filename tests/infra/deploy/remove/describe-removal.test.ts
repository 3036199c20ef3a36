import { expect, test } from '@jest/globals';
import { describeRemoval } from '../../../../infra/deploy/removal-plan.ts';
import { dashboard } from '../../../support/template/dashboard.ts';

const stack = {
  name: 'wallfeed-ops-room-dev',
  region: 'eu-west-1',
  id: 'arn',
  status: 'UPDATE_COMPLETE',
  isProtected: false,
  tags: {},
  outputs: {},
};

const describe = (types: readonly string[]) =>
  describeRemoval({
    dashboard: dashboard([]),
    address: stack,
    stack,
    buckets: [],
    strays: [],
    strayBuckets: [],
    resources: types.map((type) => ({ logicalId: 'A', type, id: 'wallfeed-ops-room-dev', status: 'CREATE_COMPLETE' })),
  }).split('\n');

test('the removal of a stack with a workgroup says that the queries in it are lost and that the lake stays', () => {
  expect(describe(['AWS::Athena::WorkGroup'])).toContain(
    '  the workgroup wallfeed-ops-room-dev with its history of queries, but not the tables of the lake',
  );
  expect(describe(['AWS::DynamoDB::Table']).join()).not.toContain('workgroup');
});
