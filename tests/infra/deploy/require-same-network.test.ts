import { describe, expect, test } from '@jest/globals';
import { requireSameNetwork } from '../../../infra/deploy/compare-stack.ts';
import type { Template } from '../../../infra/stack/template/template.ts';

const WITHOUT: Template = { Resources: {} };

const withSubnets = (...SubnetIds: readonly unknown[]): Template => ({
  Resources: { DatabaseSubnets: { Type: 'AWS::RDS::DBSubnetGroup', Properties: { SubnetIds } } },
});

const OWN = withSubnets({ Ref: 'DatabaseSubnetA' }, { Ref: 'DatabaseSubnetB' });
const GIVEN = withSubnets('subnet-0a1b2c3d', 'subnet-4e5f6a7b');

describe('the database of a stack', () => {
  test.each([
    ['may stay in the stack’s network', OWN, OWN],
    ['may get additional subnets of its VPC', GIVEN, withSubnets('subnet-0a1b2c3d', 'subnet-8c9d0e1f')],
    ['may be created in given subnets', WITHOUT, GIVEN],
    ['may be removed', GIVEN, WITHOUT],
  ])('the database of a stack %s', (_, before, after) => {
    expect(() => requireSameNetwork(before, after)).not.toThrow();
  });

  test.each([
    [
      'cannot move to given subnets',
      OWN,
      GIVEN,
      /another VPC\. Take subnets and securityGroup out of dashboard\.yml\. To move/,
    ],
    [
      'cannot move back to the stack’s network',
      GIVEN,
      OWN,
      /another VPC\. Put subnets and securityGroup back into dashboard\.yml\. To move/,
    ],
  ])('the database of a stack %s, because AWS cannot move a database', (_, before, after, message) => {
    expect(() => requireSameNetwork(before, after)).toThrow(message);
  });
});
