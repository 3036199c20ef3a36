import type { Watch } from '../../../shared/config/dashboard-config.ts';
import type { Language } from '../../../shared/config/promises.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { parseDuration, writeDuration } from '../folder/duration.ts';
import { asFields, type Fields } from '../folder/fields.ts';
import type { AlarmSettings, DashboardHead, WallRate, WebhookForm } from './dashboard-head.ts';
import type { HeadKey } from './head-key.ts';

export const watch: HeadKey = {
  group: 'Watching and cost',
  schema: {
    title: 'How many metrics and alarms the stack has',
    description:
      '`full` (metrics and alarms of each function, and a CloudWatch dashboard), `basic` (metrics and alarms of the stack) or `none`',
    examples: ['basic'],
    default: 'basic',
    enum: ['full', 'basic', 'none'],
  },
  compile: (watch) => ({ watch: watch as Watch }),
};

export const DEFAULT_SCREENS = 3;
export const DEFAULT_REFRESH_MS = 10_000;

export const requestsOf = (endpoints: number, { screens, refreshMs }: WallRate, seconds: number): number =>
  (endpoints * screens * seconds * 1000) / refreshMs;

const MIN_REFRESH_MS = 1000;

/** CloudWatch evaluates an alarm by periods of five minutes, for at most a day. */
const SILENCE_STEP_MS = 300_000;
const MAX_SILENCE_MS = 86_400_000;

const DEFAULT_REGION = 'us-east-1';

const nobody = (alarms: Fields): readonly DefinitionProblem[] =>
  ['email', 'topic', 'webhook'].some((key) => Object.hasOwn(alarms, key))
    ? []
    : [
        {
          path: ['alarms'],
          part: 'key',
          message: 'nobody gets the alarms',
          hint: 'add `email`, `topic` or `webhook`',
        },
      ];

const foreignTopic = (topic: unknown, region: unknown): readonly DefinitionProblem[] => {
  const [, , , ofTopic] = typeof topic === 'string' ? topic.split(':') : [];
  const ofStack = typeof region === 'string' ? region : DEFAULT_REGION;
  if (ofTopic === undefined || ofTopic === ofStack) return [];
  const message = `the topic is in ${ofTopic}, and the stack in ${ofStack}`;
  return [{ path: ['alarms', 'topic'], message, hint: 'name a topic of the region of the stack' }];
};

const checkSilence = (silence: unknown): readonly DefinitionProblem[] => {
  const ms = parseDuration(silence);
  if (ms === undefined || (ms >= SILENCE_STEP_MS && ms <= MAX_SILENCE_MS && ms % SILENCE_STEP_MS === 0)) return [];
  const message = `\`alarms.silence\` cannot be ${silence}`;
  return [{ path: ['alarms', 'silence'], message, hint: 'write a multiple of 5m, from 5m to 24h' }];
};

const checkAlarms = (alarms: unknown, { watch, region }: Fields): readonly DefinitionProblem[] => {
  const { refresh, topic, silence } = asFields(alarms);
  const refreshMs = parseDuration(refresh);
  return [
    ...nobody(asFields(alarms)),
    ...foreignTopic(topic, region),
    ...checkSilence(silence),
    ...(watch === 'none'
      ? [
          {
            path: ['alarms'],
            part: 'key',
            message: 'with `watch: none` there are no alarms to send',
            hint: 'remove `alarms`, or write `watch: basic`',
          } as const,
        ]
      : []),
    ...(refreshMs !== undefined && refreshMs < MIN_REFRESH_MS
      ? [
          {
            path: ['alarms', 'refresh'],
            message: `\`alarms.refresh\` cannot be ${refresh}`,
            hint: 'write how often a screen requests each endpoint: 1s or longer',
          },
        ]
      : []),
  ];
};

/** Durations are in milliseconds. */
const compileAlarms = (alarms: unknown): AlarmSettings => {
  const { refresh, silence, webhook, ...rest } = asFields(alarms);
  const [refreshMs, silenceMs] = [parseDuration(refresh), parseDuration(silence)];
  const { place, form } = asFields(webhook);
  return {
    ...(rest as AlarmSettings),
    ...(webhook !== undefined && { webhook: { place: String(place).replace(/^ssm:/, ''), form: form as WebhookForm } }),
    ...(silenceMs !== undefined && { silenceMs }),
    ...(refreshMs !== undefined && { refreshMs }),
  };
};

export const alarms: HeadKey = {
  group: 'Watching and cost',
  schema: {
    title: 'Who gets the alarms, and how many requests the wall normally sends',
    description:
      'a map of `email`, `topic` or `webhook` and, if you like, `silence`, `screens` and `refresh`, such as `{ email: ops@example.com }`',
    examples: [{ email: 'ops@example.com', screens: 3, refresh: '10s' }],
    type: 'object',
    additionalProperties: false,
    properties: {
      email: {
        description: 'an address, such as ops@example.com',
        examples: ['ops@example.com'],
        $ref: '#/$defs/email',
      },
      topic: {
        title: 'A topic of Amazon SNS that gets the alarms too',
        description: 'the ARN of a topic: arn:aws:sns:<region>:<account>:<name>',
        examples: ['arn:aws:sns:us-east-1:123456789012:ops'],
        type: 'string',
        pattern: '^arn:aws[a-z-]*:sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_-]{1,256}$',
      },
      webhook: {
        title: 'A chat or a program that gets the alarms through its webhook',
        description: 'a map of `place` and `form`, such as `{ place: ssm:/ops/hook, form: slack }`',
        examples: [{ place: 'ssm:/ops/hook', form: 'dingtalk' }],
        type: 'object',
        required: ['place', 'form'],
        additionalProperties: false,
        properties: {
          place: {
            title: 'The parameter with the address of the webhook, and behind a blank the secret of its sign',
            description: 'the place of the address, ssm:/path; never the address itself',
            examples: ['ssm:/ops/hook'],
            type: 'string',
            pattern: '^ssm:/?[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)*$',
          },
          form: {
            title: 'The form of the messages',
            description: '`dingtalk`, `feishu`, `wecom`, `slack`, `teams` or `json`',
            examples: ['dingtalk'],
            enum: ['dingtalk', 'feishu', 'wecom', 'slack', 'teams', 'json'],
          },
        },
      },
      silence: {
        title: 'Rings if no component has asked for this time while the wall is open',
        description: 'a multiple of 5m up to 24h, such as 15m',
        examples: ['15m'],
        $ref: '#/$defs/duration',
      },
      screens: {
        description: 'a whole number of screens that show the dashboard at once',
        default: DEFAULT_SCREENS,
        examples: [3],
        type: 'integer',
        minimum: 1,
        maximum: 10000,
      },
      refresh: {
        title: 'How often a screen requests each endpoint',
        description: 'a duration of 1s or longer, such as 10s',
        default: writeDuration(DEFAULT_REFRESH_MS),
        examples: ['10s'],
        $ref: '#/$defs/duration',
      },
    },
  },
  without: 'nobody',
  check: checkAlarms,
  compile: (alarms) => ({ alarms: compileAlarms(alarms) }),
};

export const language: HeadKey = {
  group: 'Watching and cost',
  schema: {
    title: 'The language of alarms and of the messages about broken promises',
    description: '`en` or `zh`',
    examples: ['zh'],
    default: 'en',
    enum: ['en', 'zh'],
  },
  compile: (language) => ({ language: language as Language }),
};

export const budget: HeadKey = {
  group: 'Watching and cost',
  schema: {
    title: "Who gets mail when a month's cost comes near an amount",
    description: 'a map of `amount` and `email`, such as `{ amount: 20, email: ops@example.com }`',
    examples: [{ amount: 20, email: 'ops@example.com' }],
    type: 'object',
    required: ['amount', 'email'],
    additionalProperties: false,
    properties: {
      amount: {
        description: 'a number of US dollars a month, above 0',
        examples: [20],
        type: 'number',
        exclusiveMinimum: 0,
      },
      email: {
        description: 'an address, such as ops@example.com',
        examples: ['ops@example.com'],
        $ref: '#/$defs/email',
      },
    },
  },
  without: 'none',
  compile: (budget) => ({ budget: budget as NonNullable<DashboardHead['budget']> }),
};
