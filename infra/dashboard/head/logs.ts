import type { AccessLog } from './dashboard-head.ts';
import type { HeadKey } from './head-key.ts';

export const accessLog: HeadKey = {
  group: 'Watching and cost',
  schema: {
    title: "The gateway's access log, which says who requested which address",
    description: '`full` (a line for each request) or `none`, which costs less; the functions still log each request',
    examples: ['none'],
    default: 'full',
    enum: ['full', 'none'],
  },
  compile: (accessLog) => ({ accessLog: accessLog as AccessLog }),
};

export const log: HeadKey = {
  group: 'Watching and cost',
  schema: {
    title: 'The lines that the functions log',
    description:
      "full (a line for each request) or summary (one line a minute for the hits of an endpoint's cache), which costs less",
    examples: ['summary'],
    default: 'full',
    enum: ['full', 'summary'],
  },
  compile: (log) => ({ log: log as 'full' | 'summary' }),
};

export const logDays: HeadKey = {
  group: 'Watching and cost',
  schema: {
    title: 'How long log lines are kept',
    description: 'a whole number of days from 1 to 3653, of which CloudWatch keeps the next length that it has',
    examples: [35],
    default: 14,
    type: 'integer',
    minimum: 1,
    maximum: 3653,
  },
  compile: (logDays) => ({ logDays: logDays as number }),
};
