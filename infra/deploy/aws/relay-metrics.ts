import { type EmulatorReply, startJsonEmulator } from '../../local/emulators/server/json-emulator.ts';
import { REGION } from '../../local/package-deployment.ts';
import type { SessionOptions } from '../../local/session/start-session.ts';
import { printError } from '../../terminal/print.ts';
import { callOperation, explainError, requireCredentials } from './call-service.ts';

const OPERATION = 'GetMetricData';
const TARGET = `GraniteServiceVersion20100801.${OPERATION}`;
const SCOPE = /Credential=[^/]+\/\d{8}\/([^/]+)\/monitoring\//;

const errorReply = (error: string, message = ''): EmulatorReply => ({
  status: 400,
  error,
  body: { __type: error, message },
});

const replyOf = (cause: unknown): EmulatorReply => {
  const { name, message, $metadata } = Object(cause);
  printError(explainError(`the call cloudwatch:${OPERATION}`, cause));
  return { ...errorReply(String(name), String(message)), status: $metadata?.httpStatusCode ?? 400 };
};

/**
 * Starts a server that sends the calls of local functions to CloudWatch with the credentials of this machine, which the
 * functions never get. It makes no other call.
 */
export const startRelay: NonNullable<SessionOptions['startMetrics']> = async (key, print) => {
  const found = await requireCredentials(REGION).catch(() => undefined);
  const { AWS_ENDPOINT_URL_CLOUDWATCH: endpoint } = process.env;
  if (!found && endpoint) return { url: endpoint, close: async () => undefined };
  if (!found) {
    print('Metrics of CloudWatch are read from data/cloudwatch/, because there are no AWS credentials.');
    return undefined;
  }
  print('Metrics of CloudWatch are read with your AWS credentials, and are billed.');
  const relay = await startJsonEmulator({
    contentType: 'application/x-amz-json-1.0',
    errorReply,
    key,
    answer: async ({ request, body }) => {
      if (request.headers['x-amz-target'] !== TARGET) return errorReply('UnknownOperationException');
      const [, region = REGION] = SCOPE.exec(String(request.headers.authorization)) ?? [];
      try {
        return { status: 200, body: await callOperation<object>('monitoring', region, OPERATION, JSON.parse(body)) };
      } catch (error) {
        return replyOf(error);
      }
    },
  });
  return { url: relay.url, close: () => relay.close() };
};
