import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { callSource } from '../sources/call-source.ts';
import { collectBody } from '../sources/collect-body.ts';
import { QUICK } from '../sources/connection.ts';
import type { Deadline } from '../sources/deadline.ts';

/** A parameter has 8 KB at most. */
const MAX_ANSWER_BYTES = 64 * 1024;

const client = new SSMClient({
  maxAttempts: 1,
  requestHandler: { ...QUICK, requestTimeout: 1_200 },
  streamCollector: collectBody(MAX_ANSWER_BYTES),
});

/** The value of a parameter, decrypted. Throws what the service throws. */
export const getParameter = async (name: string, deadline: Deadline): Promise<string> => {
  const command = new GetParameterCommand({ Name: name, WithDecryption: true });
  const { Parameter: parameter } = await callSource(
    (signal) => client.send(command, { abortSignal: signal }),
    deadline,
  );
  return parameter?.Value ?? '';
};
