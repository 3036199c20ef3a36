const ALLOW_ALL = { Effect: 'Allow', Principal: '*', Action: 'Update:*', Resource: '*' };

/**
 * Statement that denies the loss of data. It names types of resources, because AWS refuses a policy with the name of a
 * resource that the stack does not have.
 */
const KEEP_DATA = {
  Effect: 'Deny',
  Principal: '*',
  Action: ['Update:Replace', 'Update:Delete'],
  Resource: '*',
  Condition: { StringEquals: { ResourceType: ['AWS::RDS::DBCluster', 'AWS::S3::Bucket'] } },
};

export const OPEN_POLICY = { Statement: [ALLOW_ALL] };

export const CLOSED_POLICY = { Statement: [ALLOW_ALL, KEEP_DATA] };
