import { collectBody } from '../aws/collect-body.ts';
import type { Deadline } from '../aws/deadline.ts';
import { createJsonCalls, targetHeaders } from '../aws/json-service.ts';
import { hedgeCall, retryCall } from '../aws/retry-call.ts';

/** A second call starts if the first one has got no response by then. */
const HEDGE_DELAY_MS = 1_200;

/** A parameter has at most 8 KB. */
const MAX_ANSWER_BYTES = 64 * 1024;

const call = createJsonCalls({
  name: 'ssm',
  headersOf: targetHeaders('AmazonSSM', '1.1'),
  collect: collectBody(MAX_ANSWER_BYTES),
  loadClient: () => import('../aws/clients/ssm.ts'),
});

/** Returns undefined if the response has no value. Throws the service's errors. */
export const getParameter = async (name: string, deadline: Deadline): Promise<string | undefined> => {
  const input = { Name: name, WithDecryption: true };
  const send = hedgeCall((signal) => call('GetParameter', input, signal), HEDGE_DELAY_MS);
  const { Parameter: parameter } = Object(await retryCall(send, deadline));
  if (!parameter) return undefined;
  const { Value: value } = parameter;
  return typeof value === 'string' ? value : '';
};
