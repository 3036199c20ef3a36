import { deployerPolicies, type Policy, readingActions } from './deployer-policy.ts';

const PROVIDER = 'token.actions.githubusercontent.com';
const PARTITION = `\${AWS::Partition}`;

const arn = (rest: string) => ({ 'Fn::Sub': `arn:${PARTITION}:${rest}` });

const withPartition = ({ Version, Statement }: Policy) => ({
  Version,
  Statement: Statement.map(({ Resource, ...statement }) => {
    const resources = [Resource].flat().map((one) => (one === '*' ? one : { 'Fn::Sub': one }));
    return { ...statement, Resource: resources.length === 1 ? resources[0] : resources };
  }),
});

const AUDIENCE = { 'Fn::If': ['IsChina', 'sts.amazonaws.com.cn', 'sts.amazonaws.com'] };

/** Returns a part of the parameter Repository: its owner or its name. */
const partOf = (index: 0 | 1) => ({ 'Fn::Select': [index, { 'Fn::Split': ['/', { Ref: 'Repository' }] }] });

/** The repository as the subject of a token begins since July 2026: both names with their ids, which nobody can reuse. */
const IMMUTABLE = [partOf(0), '@', { Ref: 'OwnerId' }, '/', partOf(1), '@', { Ref: 'RepositoryId' }];

/**
 * Repositories that were created or renamed since 15 July 2026 have the form with ids. Older ones, and those that opted
 * out, have the form with names alone.
 */
const subjects = (...parts: readonly unknown[]) =>
  [IMMUTABLE, [{ Ref: 'Repository' }]].map((repository) => ({
    'Fn::Join': ['', ['repo:', ...repository, ...parts]],
  }));

/**
 * Creates a role. A workflow can assume the role if its token has one of these subjects. AWS names the role, so that an
 * account may have many.
 */
const roleOf = (trusted: readonly object[], more: object) => ({
  Type: 'AWS::IAM::Role',
  Properties: {
    MaxSessionDuration: 3600,
    ...more,
    AssumeRolePolicyDocument: {
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { Federated: { 'Fn::If': ['MakesProvider', { Ref: 'GitHub' }, { Ref: 'Provider' }] } },
          Action: 'sts:AssumeRoleWithWebIdentity',
          Condition: {
            StringEquals: { [`${PROVIDER}:aud`]: AUDIENCE, [`${PROVIDER}:sub`]: trusted },
          },
        },
      ],
    },
  },
});

const ofCodeBucket = (rest: string) => ({
  'Fn::If': ['NamesBucket', arn(`s3:::\${CodeBucket}${rest}`), { Ref: 'AWS::NoValue' }],
});

/**
 * The permissions of workflows for pull requests and of nightly workflows: compare a stack, but change nothing and read
 * no secret.
 */
const READING = {
  Version: '2012-10-17',
  Statement: [
    {
      Sid: 'CompareStacks',
      Effect: 'Allow',
      Action: [
        'cloudformation:CreateChangeSet',
        'cloudformation:DeleteChangeSet',
        'cloudformation:DescribeChangeSet',
        'cloudformation:DescribeEvents',
        'cloudformation:DescribeStackEvents',
        'cloudformation:DescribeStacks',
        'cloudformation:GetTemplate',
        'cloudformation:ListStackResources',
        'cloudformation:TagResource',
        'cloudformation:UntagResource',
      ],
      Resource: arn('cloudformation:*:*:stack/wallfeed-*'),
    },
    { Sid: 'CompareResources', Effect: 'Allow', Action: readingActions(), Resource: '*' },
    {
      Sid: 'FindBuckets',
      Effect: 'Allow',
      Action: ['s3:ListBucket'],
      Resource: [arn('s3:::wallfeed-*'), ofCodeBucket('')],
    },
    {
      Sid: 'ComparedTemplates',
      Effect: 'Allow',
      Action: ['s3:DeleteObject', 's3:DeleteObjectVersion', 's3:GetObject', 's3:PutObject'],
      Resource: [arn('s3:::wallfeed-code-*/diff/*'), ofCodeBucket('/diff/*')],
    },
  ],
};

const PARAMETERS = {
  Repository: { Type: 'String', Description: 'owner/name', AllowedPattern: '[^/*@:]+/[^/*@:]+' },
  OwnerId: {
    Type: 'String',
    Description: 'The number of the owner, from: gh api repos/<owner>/<name> --jq .owner.id',
    AllowedPattern: '[0-9]+',
  },
  RepositoryId: {
    Type: 'String',
    Description: 'The number of the repository, from: gh api repos/<owner>/<name> --jq .id',
    AllowedPattern: '[0-9]+',
  },
  Environment: {
    Type: 'String',
    Description: 'The environment of the repository that may deploy, such as prod',
    AllowedPattern: '[^*:]+',
  },
  Branch: {
    Type: 'String',
    Default: 'main',
    Description: 'The branch whose nightly workflow may compare',
    AllowedPattern: '[^*:]+',
  },
  CodeBucket: {
    Type: 'String',
    Default: '',
    Description: 'The bucket that the dashboards name as codeBucket; empty if they name none',
    AllowedPattern: '([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])?',
  },
  Provider: {
    Type: 'String',
    Default: '',
    Description: 'The ARN of the OIDC provider of GitHub in this account; empty if the account has none, to create it',
  },
};

const policyOf = (policy: Policy) => ({
  Type: 'AWS::IAM::ManagedPolicy',
  Properties: { PolicyDocument: withPartition(policy) },
});

/**
 * Creates the template of the roles that workflows on GitHub assume without a key: one deploys, with the deployer's
 * policies, and one compares, for pull requests and every night.
 */
const githubRoleTemplate = () => {
  const [first, second] = deployerPolicies(PARTITION);
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: 'The roles by which workflows on GitHub deploy and compare Wallfeed dashboards',
    Parameters: PARAMETERS,
    Conditions: {
      NamesBucket: { 'Fn::Not': [{ 'Fn::Equals': [{ Ref: 'CodeBucket' }, ''] }] },
      MakesProvider: { 'Fn::Equals': [{ Ref: 'Provider' }, ''] },
      IsChina: { 'Fn::Equals': [{ Ref: 'AWS::Partition' }, 'aws-cn'] },
    },
    Resources: {
      GitHub: {
        Type: 'AWS::IAM::OIDCProvider',
        Condition: 'MakesProvider',
        DeletionPolicy: 'Retain',
        Properties: { Url: `https://${PROVIDER}`, ClientIdList: [AUDIENCE] },
      },
      DeployerPolicy: policyOf(first),
      DeployerDataPolicy: policyOf(second),
      Deployer: roleOf(subjects(':environment:', { Ref: 'Environment' }), {
        ManagedPolicyArns: [{ Ref: 'DeployerPolicy' }, { Ref: 'DeployerDataPolicy' }],
      }),
      Reader: roleOf([...subjects(':pull_request'), ...subjects(':ref:refs/heads/', { Ref: 'Branch' })], {
        Policies: [{ PolicyName: 'compare', PolicyDocument: READING }],
      }),
    },
    Outputs: {
      RoleArn: { Description: 'The role of the workflow that deploys', Value: { 'Fn::GetAtt': ['Deployer', 'Arn'] } },
      ReaderArn: {
        Description: 'The role of workflows for pull requests, and of nightly workflows',
        Value: { 'Fn::GetAtt': ['Reader', 'Arn'] },
      },
    },
  };
};

export const githubRoleText = (): string => `${JSON.stringify(githubRoleTemplate(), null, 2)}\n`;
