import { type Mutation, remove, set } from './mutate.ts';

/** What AWS would refuse, each with what is said of it, in a stack that has everything. */
export const schemaMutations: Readonly<Record<string, readonly [Mutation, string]>> = {
  'an unknown type': [set('PieRole.Type', 'AWS::IAM::Rolle'), 'PieRole is of the unknown type'],
  'an unknown property': [set('PieRole.Properties.Pat', '/'), 'PieRole.Pat does not exist'],
  'an unknown property inside': [
    set('Database.Properties.ServerlessV2ScalingConfiguration.Min', 0),
    'Database.ServerlessV2ScalingConfiguration.Min does not exist',
  ],
  'a property left out': [remove('PieRole.Properties.AssumeRolePolicyDocument'), 'PieRole lacks AssumeRolePolicy'],
  'a value of another type': [
    set('PieLambdaFunction.Properties.MemorySize', '256'),
    'PieLambdaFunction.MemorySize is "256", not of the type integer',
  ],
  'a reference to nothing': [remove('AlarmTopic'), 'nothing is called AlarmTopic'],
  'an attribute that is none': [
    set('PieLambdaFunction.Properties.Role', { 'Fn::GetAtt': ['PieRole', 'Name'] }),
    'PieRole has no attribute Name',
  ],
  'tags left out of a table': [remove('AnswersTable.Properties.Tags'), 'AnswersTable has other tags'],
  'tags left out': [remove('DatabaseSubnets.Properties.Tags'), 'DatabaseSubnets has other tags'],
};
