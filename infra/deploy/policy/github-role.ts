import { deployerPolicy } from './deployer-policy.ts';

/**
 * The role's name. A deployer may change roles whose names begin with `wallfeed-`, but must not change its own role.
 */
const ROLE_NAME = 'deploys-wallfeed';

const SUBJECT = { 'Fn::Join': ['', ['repo:', { Ref: 'Repository' }, ':environment:', { Ref: 'Environment' }]] };

/** Creates the template of the role that a workflow on GitHub assumes without a key, with the deployer's policy. */
const githubRoleTemplate = () => ({
  AWSTemplateFormatVersion: '2010-09-09',
  Description: 'The role by which a workflow on GitHub deploys Wallfeed dashboards',
  Parameters: {
    Repository: { Type: 'String', Description: 'owner/name', AllowedPattern: '[^/*]+/[^/*]+' },
    Environment: {
      Type: 'String',
      Description: 'The environment of the repository that may deploy, such as prod',
      AllowedPattern: '[^*:]+',
    },
    Provider: {
      Type: 'String',
      Default: '',
      Description:
        'The ARN of the OIDC provider of GitHub in this account; empty if the account has none, to create it',
    },
  },
  Conditions: { MakesProvider: { 'Fn::Equals': [{ Ref: 'Provider' }, ''] } },
  Resources: {
    GitHub: {
      Type: 'AWS::IAM::OIDCProvider',
      Condition: 'MakesProvider',
      DeletionPolicy: 'Retain',
      Properties: {
        Url: 'https://token.actions.githubusercontent.com',
        ClientIdList: ['sts.amazonaws.com'],
      },
    },
    DeployerPolicy: {
      Type: 'AWS::IAM::ManagedPolicy',
      Properties: { ManagedPolicyName: ROLE_NAME, PolicyDocument: deployerPolicy() },
    },
    Deployer: {
      Type: 'AWS::IAM::Role',
      Properties: {
        RoleName: ROLE_NAME,
        MaxSessionDuration: 3600,
        ManagedPolicyArns: [{ Ref: 'DeployerPolicy' }],
        AssumeRolePolicyDocument: {
          Version: '2012-10-17',
          Statement: [
            {
              Effect: 'Allow',
              Principal: { Federated: { 'Fn::If': ['MakesProvider', { Ref: 'GitHub' }, { Ref: 'Provider' }] } },
              Action: 'sts:AssumeRoleWithWebIdentity',
              Condition: {
                StringEquals: {
                  'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
                  'token.actions.githubusercontent.com:sub': SUBJECT,
                },
              },
            },
          ],
        },
      },
    },
  },
  Outputs: {
    RoleArn: { Description: 'The role that the workflow assumes', Value: { 'Fn::GetAtt': ['Deployer', 'Arn'] } },
  },
});

/** Returns the text of infra/deploy/github/deployer-role.json. */
export const githubRoleText = (): string => `${JSON.stringify(githubRoleTemplate(), null, 2)}\n`;
