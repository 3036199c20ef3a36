import type { OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { createContext, createEvent } from './lambda-event.ts';
import { readBody } from './read-body.ts';

export type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

const send = (response: ServerResponse, result: APIGatewayProxyStructuredResultV2): void => {
  const { statusCode = 200, headers = {}, body = '', isBase64Encoded } = result;
  const content = isBase64Encoded ? Buffer.from(body, 'base64') : body;
  headers['content-length'] = Buffer.byteLength(content);
  response.writeHead(statusCode, headers as OutgoingHttpHeaders).end(content);
};

/** Does the work of the gateway and of Lambda: request to event, handler, result to response. */
export const createLambdaListener =
  (handler: Handler): RequestListener =>
  (request, response) =>
    readBody(request, (body) => {
      handler(createEvent(request, body), createContext()).then(
        (result) => send(response, result),
        () => response.writeHead(500).end(),
      );
    });
