import { type Mutation, remove, set } from './mutate.ts';

/** AWS would refuse each. With the expected finding, in a stack with all features. */
export const schemaMutations: Readonly<Record<string, readonly [Mutation, string]>> = {
  'an unknown type': [set('PieRole.Type', 'AWS::IAM::Rolle'), 'PieRole is of the unknown type'],
  'an unknown property': [set('PieRole.Properties.Pat', '/'), 'PieRole.Pat does not exist'],
  'an unknown property inside another property': [
    set('Database.Properties.ServerlessV2ScalingConfiguration.Min', 0),
    'Database.ServerlessV2ScalingConfiguration.Min does not exist',
  ],
  'a missing required property': [
    remove('PieRole.Properties.AssumeRolePolicyDocument'),
    'PieRole lacks AssumeRolePolicy',
  ],
  'a value of another type': [
    set('PieLambdaFunction.Properties.MemorySize', '256'),
    'PieLambdaFunction.MemorySize is "256", not of the type integer',
  ],
  'a dangling reference': [remove('AlarmTopic'), 'there is no resource AlarmTopic'],
  'an unknown attribute': [
    set('PieLambdaFunction.Properties.Role', { 'Fn::GetAtt': ['PieRole', 'Name'] }),
    'PieRole has no attribute Name',
  ],
  'a table without tags': [remove('AnswersTable.Properties.Tags'), 'AnswersTable lacks the tags of the stack'],
  'a resource without tags': [remove('DatabaseSubnets.Properties.Tags'), 'DatabaseSubnets lacks the tags of the stack'],
};
