import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { collectBody } from '../aws/collect-body.ts';
import type { Deadline } from '../aws/deadline.ts';
import { hedgeCall } from '../aws/hedge-call.ts';
import { requestHandler } from '../aws/request-handler.ts';
import { retryCall } from '../aws/retry-call.ts';

/** After so many milliseconds without an answer, a second call is worth its cost. */
const PATIENCE = 1_200;

/** A parameter has 8 KB at most. */
const MAX_ANSWER_BYTES = 64 * 1024;

const client = new SSMClient({
  maxAttempts: 1,
  requestHandler,
  streamCollector: collectBody(MAX_ANSWER_BYTES),
});

/** Returns the value of a parameter, decrypted, or undefined if the reply holds none. Throws what the service throws. */
export const getParameter = async (name: string, deadline: Deadline): Promise<string | undefined> => {
  const command = new GetParameterCommand({ Name: name, WithDecryption: true });
  const send = hedgeCall((abortSignal) => client.send(command, { abortSignal }), PATIENCE);
  const { Parameter: parameter } = await retryCall(send, deadline);
  return parameter && (parameter.Value ?? '');
};
