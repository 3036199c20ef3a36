import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { asFields } from '../folder/fields.ts';
import { checkAccounts } from './accounts.ts';
import type { DashboardHead, RoleSettings } from './dashboard-head.ts';
import type { HeadKey } from './head-key.ts';

export const account: HeadKey = {
  group: 'The stack',
  schema: {
    title: 'The account of the stack: every command refuses another one',
    description:
      "an account of 12 digits in quotes, or a map of stages and accounts, such as `{ dev: '123456789012' }`",
    examples: ['123456789012', { dev: '123456789012', prod: '210987654321' }],
    type: ['string', 'object'],
    pattern: '^[0-9]{12}$',
    minProperties: 1,
    propertyNames: { description: 'a stage, such as dev', pattern: '^[a-z][a-z0-9]*$' },
    additionalProperties: {
      description: "an account of 12 digits in quotes, such as '123456789012'",
      type: 'string',
      pattern: '^[0-9]{12}$',
    },
  },
  without: 'any account',
  check: checkAccounts,
  compile: (account) => ({ account: account as NonNullable<DashboardHead['account']> }),
};

const KEY_ARN = '^arn:aws[a-z-]*:kms:[a-z0-9-]+:[0-9]{12}:key/[A-Za-z0-9-]+$';

const KEY_ARNS = {
  pattern: KEY_ARN,
  minItems: 1,
  uniqueItems: true,
  items: {
    description: 'the ARN of a KMS key of yours: arn:aws:kms:<region>:<account>:key/<id>',
    type: 'string',
    pattern: KEY_ARN,
  },
} as const;

/** Separates the keys of what functions read from the key of what the stack stores. */
const compileKey = (key: unknown): Partial<DashboardHead> => {
  if (typeof key === 'string' || Array.isArray(key)) return { key };
  const { read, store } = asFields(key) as { readonly read?: string | readonly string[]; readonly store?: string };
  return { ...(read !== undefined && { key: read }), ...(store !== undefined && { storeKey: store }) };
};

export const key: HeadKey = {
  group: 'The stack',
  schema: {
    title:
      'The keys that encrypt your tokens, the named bucket or the named secret; `store` encrypts what the stack stores',
    description:
      'the ARN of a KMS key of yours, arn:aws:kms:<region>:<account>:key/<id>, a list of such ARNs, or a map of `read` and `store`',
    examples: [
      'arn:aws:kms:eu-west-1:123456789012:key/1a2b3c4d-5e6f-4a1b-8c2d-3e4f5a6b7c8d',
      {
        read: 'arn:aws:kms:eu-west-1:123456789012:key/3c4d5e6f-7a8b-4c9d-8e0f-5a6b7c8d9e0f',
        store: 'arn:aws:kms:eu-west-1:123456789012:key/1a2b3c4d-5e6f-4a1b-8c2d-3e4f5a6b7c8d',
      },
    ],
    type: ['string', 'array', 'object'],
    ...KEY_ARNS,
    minProperties: 1,
    additionalProperties: false,
    properties: {
      store: {
        description:
          'the ARN of the KMS key that encrypts the logs, the bucket, the shared cache, the database, secrets, topics and query results of the stack',
        examples: ['arn:aws:kms:eu-west-1:123456789012:key/1a2b3c4d-5e6f-4a1b-8c2d-3e4f5a6b7c8d'],
        type: 'string',
        pattern: KEY_ARN,
      },
      read: {
        description:
          'the ARN of the KMS key of your tokens, the named bucket or the named secret, or a list of such ARNs',
        examples: ['arn:aws:kms:eu-west-1:123456789012:key/1a2b3c4d-5e6f-4a1b-8c2d-3e4f5a6b7c8d'],
        type: ['string', 'array'],
        ...KEY_ARNS,
      },
    },
  },
  without: 'none',
  compile: compileKey,
};

/** Commands recognise a stack by these tags. */
const OWN_TAGS: ReadonlySet<string> = new Set(['dashboard', 'stage']);

const tagProblem = (key: string): string | undefined => {
  if (OWN_TAGS.has(key)) return `\`tags\` cannot have '${key}', which every stack has already`;
  return /^aws:/i.test(key)
    ? `\`tags\` cannot have '${key}': AWS keeps tags that begin with aws: for itself`
    : undefined;
};

const checkTags = (tags: unknown): readonly DefinitionProblem[] =>
  Object.keys(asFields(tags)).flatMap((key) => {
    const message = tagProblem(key);
    return message === undefined
      ? []
      : [{ path: ['tags', key], part: 'key' as const, message, hint: 'choose another key' }];
  });

export const tags: HeadKey = {
  group: 'The stack',
  schema: {
    title: 'Tags of yours for the stack and its resources',
    description: "a map of up to 40 tags, such as `{ cost-centre: '4711' }`",
    examples: [{ 'cost-centre': '4711' }],
    type: 'object',
    minProperties: 1,
    maxProperties: 40,
    propertyNames: {
      description: 'a key of 1 to 128 letters, digits, blanks and _ . : / = + - @',
      pattern: '^[\\p{L}\\p{N} _.:/=+@-]{1,128}$',
    },
    additionalProperties: {
      description: 'a text of 1 to 256 letters, digits, blanks and _ . : / = + - @; a number needs quotes',
      type: 'string',
      pattern: '^[\\p{L}\\p{N} _.:/=+@-]{1,256}$',
    },
  },
  without: 'none',
  check: checkTags,
  compile: (tags) => ({ tags: tags as Readonly<Record<string, string>> }),
};

/** Refuses limits for roles where the user names the role of the functions, because the stack then makes none. */
const checkRoles = (roles: unknown): readonly DefinitionProblem[] => {
  const given = asFields(roles);
  if (given.function === undefined) return [];
  return ['boundary', 'path']
    .filter((key) => given[key] !== undefined)
    .map((key) => ({
      path: ['roles', key],
      part: 'key',
      message: `\`roles.${key}\` is for roles that the stack makes, and \`roles.function\` names one that you have`,
      hint: 'keep one of them',
    }));
};

export const roles: HeadKey = {
  group: 'The stack',
  schema: {
    title: 'Rules of your company for roles: limits for those that the stack makes, or roles that exist',
    description:
      'a map of `boundary` and `path`, such as `{ boundary: team-boundary, path: /walls/ }`, or of `function` and `deploy`',
    examples: [
      { boundary: 'team-boundary', path: '/walls/' },
      { function: 'wall-functions', deploy: 'arn:aws:iam::123456789012:role/cloudformation' },
    ],
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
    properties: {
      boundary: {
        description: 'the ARN of a policy, or the name of one in the account of the stack, which limits every role',
        examples: ['team-boundary'],
        type: 'string',
        pattern: '^(arn:aws[a-z-]*:iam::([0-9]{12}|aws):policy/[\\w+=,.@/-]+|[\\w+=,.@-]{1,128})$',
      },
      path: {
        description: 'the path of every role, with a slash at both ends, such as /walls/',
        examples: ['/walls/'],
        type: 'string',
        maxLength: 512,
        pattern: '^/([!-.0-~]+/)+$',
      },
      function: {
        description:
          'the ARN of a role for all functions, or its name in the account of the stack, where a stack may make no roles',
        examples: ['wall-functions'],
        type: 'string',
        pattern: '^(arn:aws[a-z-]*:iam::[0-9]{12}:role/[\\w+=,.@/-]+|[\\w+=,.@-]{1,64})$',
      },
      deploy: {
        description: 'the ARN of the role by which CloudFormation makes the stack, in place of your permissions',
        examples: ['arn:aws:iam::123456789012:role/cloudformation'],
        type: 'string',
        pattern: '^arn:aws[a-z-]*:iam::[0-9]{12}:role/[\\w+=,.@/-]+$',
      },
    },
  },
  without: 'no limits',
  check: checkRoles,
  compile: (roles) => ({ roles: roles as RoleSettings }),
};

export const codeBucket: HeadKey = {
  group: 'The stack',
  schema: {
    title: 'A bucket of yours for the packages; without it, deploy makes one for each account and region',
    description: 'the name of an S3 bucket: 3 to 63 of a-z, 0-9, dots and hyphens',
    examples: ['company-packages'],
    type: 'string',
    pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
  },
  without: 'a bucket that deploy makes',
  compile: (codeBucket) => ({ codeBucket: codeBucket as string }),
};
