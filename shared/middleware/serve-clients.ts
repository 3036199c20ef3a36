import type { Request } from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Method } from '../config/dashboard-config.ts';
import { type Detail, WallfeedError } from '../errors/wallfeed-error.ts';
import type { Endpoint } from '../pipeline/bind-endpoints.ts';
import type { BodyResult } from '../pipeline/make-body.ts';
import type { TokenCache } from '../token/read-token.ts';
import { createKeyCheck } from './check-key.ts';
import { wrapBody } from './envelope.ts';
import { isRequestEvent, notARequest, parseRequest, withQuery } from './parse-request.ts';
import { readClientRequest } from './read-client-request.ts';
import type { AnyContext, HookRequest, HttpResponse, ParsedContext, ResolvedContext } from './request-context.ts';
import { bodyParameters, type Parameters, queryParameters } from './request-parameters.ts';
import { createFind } from './resolve-endpoint.ts';

export type EndedRequest = Pick<Request<unknown, HttpResponse>, 'event' | 'context' | 'response'>;

const OWN_METHODS: readonly Method[] = ['POST'];

const methodsOf = ({ client }: Endpoint): readonly Method[] => client?.methods ?? OWN_METHODS;

const methodOf = (event: Partial<APIGatewayProxyEventV2>): string => event.requestContext?.http?.method ?? 'POST';

const notAllowed = (method: string, allowed: readonly Method[]): Detail => {
  const message = `the endpoint takes ${allowed.join(' and ')}, not ${method}`;
  const hint = `send ${allowed.join(' or ')}, or name the front end by \`client\` in dashboard.yml`;
  return { message, hint };
};

/** Reads the parameters of a request. A GET has parameters only in the query; its body is ignored. */
const parametersOf = (event: APIGatewayProxyEventV2): Parameters | Promise<Parameters> => {
  if (methodOf(event) === 'GET') return queryParameters(event.rawQueryString ?? '');
  const { body, isBase64Encoded, headers } = event;
  const inBody = bodyParameters(body ?? '', isBase64Encoded, headers['content-type'] ?? '');
  return inBody instanceof Promise ? inBody.then((found) => withQuery(found, event)) : withQuery(inBody, event);
};

/** Serves endpoints with a `client`, an API key or parameters. */
export const serveClients = (endpoints: readonly Endpoint[], tokens: TokenCache | undefined) => {
  const find = createFind(endpoints);
  const checkKey = createKeyCheck(tokens);
  return {
    parse: (request: HookRequest<ParsedContext>) => {
      const { event, context } = request;
      if (!isRequestEvent(event)) throw notARequest();
      const endpoint = find(event);
      // The next step refuses a request for an unknown endpoint.
      if (!endpoint) return undefined;
      const { client, parameters: own } = endpoint;
      const isAllowed = methodsOf(endpoint).some((method) => method === methodOf(event));
      if (!client && !own && isAllowed) return parseRequest(request);
      Object.assign(context, { endpoint });
      if (!isAllowed) {
        const detail = notAllowed(methodOf(event), methodsOf(endpoint));
        throw new WallfeedError('METHOD_NOT_ALLOWED', `The method is not allowed: ${detail.message}.`, [detail]);
      }
      const keep = (parameters: Parameters): void => {
        context.request = readClientRequest(parameters, endpoint, event);
      };
      const parameters = parametersOf(event);
      return parameters instanceof Promise ? parameters.then(keep) : keep(parameters);
    },

    /** Refuses wrong values only after both checks. */
    checkAccess: async (request: HookRequest<ResolvedContext>): Promise<void> => {
      await checkKey(request);
      const { refusal } = request.context.request;
      if (refusal) throw refusal;
    },

    wrap: (request: HookRequest<AnyContext>): void => {
      const envelope = request.context.endpoint?.client?.envelope;
      const result = request.response as unknown as BodyResult;
      if (envelope === undefined || result.state === 'revalidated') return;
      request.response = { ...result, body: wrapBody(result.body, envelope) } as unknown as HttpResponse;
    },

    /** Runs after the response is logged. Sets headers, and the status 200 of an error. */
    finish: ({ event, context, response }: EndedRequest): void => {
      if (!response) return;
      const { endpoint, failure } = context as AnyContext;
      response.headers ??= {};
      if (methodOf(Object(event)) === 'GET') response.headers['cache-control'] = 'no-store';
      if (!endpoint) return;
      if (failure?.error === 'METHOD_NOT_ALLOWED') response.headers.allow = methodsOf(endpoint).join(', ');
      if (endpoint.client?.errorsAsOk) response.statusCode = 200;
    },
  };
};
