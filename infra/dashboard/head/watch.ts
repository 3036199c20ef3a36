import type { Watch } from '../../../shared/config/dashboard-config.ts';
import type { Language } from '../../../shared/config/promises.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { parseDuration, writeDuration } from '../folder/duration.ts';
import { asFields, type Fields } from '../folder/fields.ts';
import type { AlarmSettings, DashboardHead, WallRate } from './dashboard-head.ts';
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

/** Defaults of `WallRate`. */
export const DEFAULT_SCREENS = 3;
export const DEFAULT_REFRESH_MS = 10_000;

/** Returns the number of requests that a wall sends in a number of seconds. */
export const requestsOf = (endpoints: number, { screens, refreshMs }: WallRate, seconds: number): number =>
  (endpoints * screens * seconds * 1000) / refreshMs;

const MIN_REFRESH_MS = 1000;

/** Finds errors in `alarms` that the schema cannot express. */
const checkAlarms = (alarms: unknown, { watch }: Fields): readonly DefinitionProblem[] => {
  const { refresh } = asFields(alarms);
  const refreshMs = parseDuration(refresh);
  return [
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

/** Returns a valid `alarms` with its durations in milliseconds. */
const compileAlarms = (alarms: unknown): AlarmSettings => {
  const { refresh, ...rest } = asFields(alarms);
  const refreshMs = parseDuration(refresh);
  return { ...(rest as AlarmSettings), ...(refreshMs !== undefined && { refreshMs }) };
};

export const alarms: HeadKey = {
  group: 'Watching and cost',
  schema: {
    title: 'Who gets the alarms, and how many requests the wall normally sends',
    description: 'a map of `email` and, if you like, `screens` and `refresh`, such as `{ email: ops@example.com }`',
    examples: [{ email: 'ops@example.com', screens: 3, refresh: '10s' }],
    type: 'object',
    required: ['email'],
    additionalProperties: false,
    properties: {
      email: {
        description: 'an address, such as ops@example.com',
        examples: ['ops@example.com'],
        $ref: '#/$defs/email',
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
