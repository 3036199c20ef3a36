import type { Step } from '../handler/exchange.ts';

const WARM = { statusCode: 200, body: '{"wallfeed":"warm"}' };

/**
 * True for `{ "wallfeed": "warm-up" }` and for the event of a plain EventBridge schedule. API Gateway cannot send either:
 * all its events have a request context.
 */
export const isWarmUp = (event: unknown): boolean => {
  const { requestContext, wallfeed, 'detail-type': kind } = Object(event);
  return requestContext === undefined && (wallfeed === 'warm-up' || kind === 'Scheduled Event');
};

/** Answers an event that only keeps an environment warm. It is logged as a warm-up and counts as no request. */
export const answerWarmUp = (): Step => {
  const answerWarmUpBefore: Step['before'] = ({ event, context }) => {
    if (!isWarmUp(event)) return undefined;
    context.exchange.isWarmUp = true;
    return { ...WARM };
  };
  return { before: answerWarmUpBefore };
};
