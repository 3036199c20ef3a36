import type { DashboardConfig } from '../config/dashboard-config.ts';
import type { SqlSource } from '../config/sources.ts';
import { isSql } from '../kinds/sql/is-sql.ts';
import { distinctDatabases, wakeDatabases } from '../sources/wake-databases.ts';
import type { Hook, InvocationContext, Middleware } from './request-context.ts';
import { deadlineOf } from './timing.ts';

const WARM = { statusCode: 200, body: '{"wallfeed":"warm"}' };

/**
 * True for the event `{ "wallfeed": "warm-up" }`, for the event of a plain EventBridge schedule, and for a message of
 * the stack's topic. API Gateway cannot send any of them, because all its events have a request context.
 */
const isWarmUp = (event: unknown): boolean => {
  const { requestContext, wallfeed, 'detail-type': kind, Records } = Object(event);
  const isOfTopic = Object(Object(Records)[0]).EventSource === 'aws:sns';
  return requestContext === undefined && (wallfeed === 'warm-up' || kind === 'Scheduled Event' || isOfTopic);
};

const queriesOf = ({ endpoints, datasets = {} }: DashboardConfig): readonly SqlSource[] => [
  ...Object.values(endpoints).flatMap(({ tables }) => Object.values(tables).filter(isSql)),
  ...Object.values(datasets).flatMap(({ source }) => (isSql(source) ? [source] : [])),
];

/**
 * Wakes the databases of the function, too. Logged as a warm-up, not as a request. Never fails, because Lambda would
 * repeat the event and raise an alarm.
 */
export const answerWarmUp = (config: DashboardConfig): Middleware<InvocationContext> => {
  const endpoints = Object.values(config.endpoints);
  const databases = distinctDatabases(queriesOf(config));
  const deadline = Math.max(0, ...endpoints.map((endpoint) => endpoint.deadline));
  const answerWarmUpBefore: Hook<InvocationContext> = ({ event, context }) => {
    if (!isWarmUp(event)) return undefined;
    context.warmUp = [];
    if (databases.length === 0) return { ...WARM };
    return wakeDatabases(databases, deadlineOf(context.timing, { deadline })).then((results) => {
      context.warmUp = results;
      return { ...WARM };
    });
  };
  return { before: answerWarmUpBefore };
};
