import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { parseDuration } from '../folder/duration.ts';
import { describeValue } from '../folder/name-words.ts';
import type { DashboardHead } from './dashboard-head.ts';
import type { HeadKey } from './head-key.ts';

export const memory: HeadKey = {
  group: 'Functions',
  schema: {
    title: 'The memory of each function, which also sets its share of a processor',
    description: 'a whole number of MB from 128 to 10240',
    examples: [256],
    default: 256,
    type: 'integer',
    minimum: 128,
    maximum: 10240,
  },
  instead: ({ memory }) => `memory: ${memory} MB`,
  compile: (memory) => ({ memory: memory as number }),
};

export const concurrency: HeadKey = {
  group: 'Functions',
  schema: {
    title: 'How many requests each function may answer at once. This concurrency is reserved for the function',
    description: "a whole number from 1 to 1000; AWS keeps 100 of an account's concurrency for other functions",
    examples: [10],
    type: 'integer',
    minimum: 1,
    maximum: 1000,
  },
  without: 'what the account has',
  compile: (concurrency) => ({ concurrency: concurrency as number }),
};

const SECOND_MS = 1000;
const MIN_TIMEOUT_S = 3;
const MAX_TIMEOUT_S = 29;
const MAX_DEADLINE_MS = 8000;
const DEADLINE_MARGIN_MS = 2000;

/** Returns 8s, or 2s below the function's timeout if that is less. */
export const deadlineOf = ({ timeout }: Pick<DashboardHead, 'timeout'>): number =>
  Math.min(MAX_DEADLINE_MS, timeout - DEADLINE_MARGIN_MS);

const timeoutProblems = (text: unknown): readonly DefinitionProblem[] => {
  const timeout = parseDuration(text);
  if (timeout === undefined) return [];
  const isValid =
    timeout % SECOND_MS === 0 && timeout >= MIN_TIMEOUT_S * SECOND_MS && timeout <= MAX_TIMEOUT_S * SECOND_MS;
  const hint = `write whole seconds from ${MIN_TIMEOUT_S}s to ${MAX_TIMEOUT_S}s: a source gets 2s less, the gateway waits 30s`;
  return isValid ? [] : [{ path: ['timeout'], message: `\`timeout\` cannot be ${describeValue(text)}`, hint }];
};

export const timeout: HeadKey = {
  group: 'Functions',
  schema: {
    title: 'The time after which Lambda ends a request',
    description: 'a duration of whole seconds from 3s to 29s, such as 10s',
    examples: ['10s'],
    default: '10s',
    $ref: '#/$defs/duration',
  },
  stops: true,
  check: timeoutProblems,
  compile: (text) => ({ timeout: parseDuration(text) as number }),
};

export const throttle: HeadKey = {
  group: 'Functions',
  schema: {
    title: 'How many requests the whole API accepts',
    description: 'a map of `rate` and `burst`, such as `{ rate: 50, burst: 100 }`',
    examples: [{ rate: 50, burst: 100 }],
    default: { rate: 50, burst: 100 },
    type: 'object',
    required: ['rate', 'burst'],
    additionalProperties: false,
    properties: {
      rate: {
        description: 'a number of requests a second, above 0 and up to 10000',
        examples: [50],
        type: 'number',
        exclusiveMinimum: 0,
        maximum: 10000,
      },
      burst: {
        description: 'a whole number of requests from 1 to 5000',
        examples: [100],
        type: 'integer',
        minimum: 1,
        maximum: 5000,
      },
    },
  },
  instead: ({ throttle }) => `throttle: ${throttle.rate} requests a second, ${throttle.burst} at once`,
  compile: (throttle) => ({ throttle: throttle as DashboardHead['throttle'] }),
};
