import type { Step } from '../http/request-context.ts';

/** A step of making an answer: left out when there is one already. */
export const unlessAnswered = ({ before, after }: Step): Step => ({
  ...(before && { before: (request) => (request.context.exchange.answer ? undefined : before(request)) }),
  ...(after && { after: (request) => (request.context.exchange.answer ? undefined : after(request)) }),
});
