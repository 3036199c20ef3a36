import type { ExecuteStatementCommand, ExecuteStatementCommandOutput, RDSDataClient } from '@aws-sdk/client-rds-data';
import { requestHandler } from './request-handler.ts';
import {
  createSigning,
  LAST,
  type ReceivedResponse,
  type RequestTemplate,
  type SentRequest,
  toTemplate,
} from './request-template.ts';

const SERVICE = 'rds-data';

/** The decoder of a client. The client's own type is a union of signatures that cannot be called. */
interface Decoder {
  deserializeResponse(
    operation: object,
    config: RDSDataClient['config'],
    response: ReceivedResponse['response'],
  ): Promise<ExecuteStatementCommandOutput>;
}

/** Describes the operation of a command to the decoder. */
const operationOf = ({ schema }: ExecuteStatementCommand): object => {
  const [, namespace, name, traits, input, output] = schema as unknown as readonly unknown[];
  return { namespace, name, traits, input, output };
};

/** Adds the HTTP status to an error that was read from a body, as the client does. */
const withStatus = (error: unknown, httpStatusCode: number): unknown =>
  Object.assign(Object(error), { $metadata: { httpStatusCode } });

/**
 * Sends statements without the client's middlewares, which take more CPU time than the rest of a request. Uses the
 * client's signer, credentials, clock and decoder. The client reads all errors, and sends the next statement after an
 * error. Later statements reuse the address and headers of that request.
 * @param templateOf creates the template of the first statement. If it returns undefined, the client sends the statement.
 */
export const createStatementRequests = (
  client: RDSDataClient,
  templateOf: () => RequestTemplate | undefined = () => undefined,
) => {
  let template: RequestTemplate | undefined;
  let isFirst = true;
  const sign = createSigning(client.config, SERVICE);
  const decoder = client.config.protocol as Decoder;

  const create = ({ request, region }: RequestTemplate, { input }: ExecuteStatementCommand): Promise<SentRequest> => {
    const unsigned = request.clone();
    delete unsigned.headers['x-amz-content-sha256'];
    unsigned.body = JSON.stringify(input);
    unsigned.headers['content-length'] = String(Buffer.byteLength(unsigned.body));
    return sign(unsigned, region);
  };

  const decode = async (
    command: ExecuteStatementCommand,
    { response }: ReceivedResponse,
  ): Promise<ExecuteStatementCommandOutput> => {
    try {
      return await decoder.deserializeResponse(operationOf(command), client.config, response);
    } catch (error) {
      throw withStatus(error, response.statusCode);
    }
  };

  const sendWithClient = (
    command: ExecuteStatementCommand,
    abortSignal: AbortSignal,
    received?: ReceivedResponse,
  ): Promise<ExecuteStatementCommandOutput> => {
    command.middlewareStack.add(
      (next) => (args) => {
        if (received) return Promise.resolve(received) as never;
        template ??= toTemplate(args.request as SentRequest, SERVICE);
        return next(args);
      },
      { ...LAST, name: 'statementRequests', override: true },
    );
    return client.send(command, { abortSignal });
  };

  /** @throws the errors of the client. */
  return async (command: ExecuteStatementCommand, abortSignal: AbortSignal): Promise<ExecuteStatementCommandOutput> => {
    if (isFirst) template = templateOf();
    isFirst = false;
    if (!template) return sendWithClient(command, abortSignal);
    const received = await requestHandler.handle(await create(template, command), { abortSignal });
    if (received.response.statusCode === 200) return decode(command, received);
    template = undefined;
    return sendWithClient(command, abortSignal, received);
  };
};
