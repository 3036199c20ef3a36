import type { DashboardHead } from './dashboard-head.ts';
import type { HeadKey } from './head-key.ts';

export const vpc: HeadKey = {
  group: 'The stack',
  schema: {
    title: 'The VPC of the functions, for a company whose rules demand one, or for a private host',
    description:
      'a map of `subnets` and `securityGroups` of one VPC, such as `{ subnets: [subnet-0a1b2c3d], securityGroups: [sg-0a1b2c3d] }`',
    examples: [{ subnets: ['subnet-0a1b2c3d', 'subnet-4e5f6a7b'], securityGroups: ['sg-0a1b2c3d'] }],
    type: 'object',
    required: ['subnets', 'securityGroups'],
    additionalProperties: false,
    properties: {
      subnets: {
        description: 'a list of 1 to 16 private subnets of one VPC, best in two Availability Zones or more',
        examples: [['subnet-0a1b2c3d', 'subnet-4e5f6a7b']],
        type: 'array',
        minItems: 1,
        maxItems: 16,
        uniqueItems: true,
        items: {
          description: 'the ID of a subnet, such as subnet-0a1b2c3d',
          type: 'string',
          pattern: '^subnet-([0-9a-f]{8}|[0-9a-f]{17})$',
        },
      },
      securityGroups: {
        description:
          'a list of 1 to 5 security groups of the same VPC, whose rules let the functions reach their sources',
        examples: [['sg-0a1b2c3d']],
        type: 'array',
        minItems: 1,
        maxItems: 5,
        uniqueItems: true,
        items: {
          description: 'the ID of a security group, such as sg-0a1b2c3d',
          type: 'string',
          pattern: '^sg-([0-9a-f]{8}|[0-9a-f]{17})$',
        },
      },
    },
  },
  without: 'no VPC',
  stops: true,
  compile: (vpc) => ({ vpc: vpc as NonNullable<DashboardHead['vpc']> }),
};
