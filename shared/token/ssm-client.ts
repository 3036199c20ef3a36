import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { collectBody } from '../aws/collect-body.ts';
import type { Deadline } from '../aws/deadline.ts';
import { hedgeCall } from '../aws/hedge-call.ts';
import { requestHandler } from '../aws/request-handler.ts';
import { retryCall } from '../aws/retry-call.ts';

/** Delay before a second call starts beside one without a response. */
const HEDGE_DELAY_MS = 1_200;

/** Limit for a response. A parameter has at most 8 KB. */
const MAX_ANSWER_BYTES = 64 * 1024;

const client = new SSMClient({
  maxAttempts: 1,
  requestHandler,
  streamCollector: collectBody(MAX_ANSWER_BYTES),
});

/** Returns the decrypted value of a parameter, or undefined if the response has none. Throws the service's errors. */
export const getParameter = async (name: string, deadline: Deadline): Promise<string | undefined> => {
  const command = new GetParameterCommand({ Name: name, WithDecryption: true });
  const send = hedgeCall((abortSignal) => client.send(command, { abortSignal }), HEDGE_DELAY_MS);
  const { Parameter: parameter } = await retryCall(send, deadline);
  return parameter && (parameter.Value ?? '');
};
