import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { secretsOf } from '../config/dashboard-config.ts';
import type { Endpoint } from '../pipeline/bind-endpoints.ts';
import type { Hook, Middleware, ResolvedContext } from './request-context.ts';
import type { Elsewhere, unknownEndpoint } from './unknown-endpoint.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const withoutSlash = (path: string): string => (path.length > 1 ? path.replace(/\/$/, '') : path);

const GREEDY = '/{proxy+}';

/** Leaves out a greedy variable at the end: `/status` for `POST /status/{proxy+}`. */
const routePath = (routeKey: unknown): string => {
  const route = textOf(routeKey);
  const path = route.slice(route.indexOf(' ') + 1);
  return path.endsWith(GREEDY) ? path.slice(0, -GREEDY.length) : path;
};

/** Returns the endpoint's name in a path `/{family}/{endpoint}`. A path of the route `{proxy+}` may end in a slash. */
const slugOf = ({ pathParameters }: APIGatewayProxyEventV2): string | undefined => {
  const { endpoint, proxy } = pathParameters ?? {};
  if (endpoint !== undefined) return textOf(endpoint);
  return proxy === undefined ? undefined : textOf(proxy).replace(/\/$/, '');
};

/** Uses the path of the route key, because `rawPath` may begin with the mapping of a custom domain. */
export const createFind = (endpoints: readonly Endpoint[]) => {
  const bySlug = new Map(endpoints.map((endpoint) => [endpoint.slug, endpoint]));
  const byPath = new Map(endpoints.flatMap((endpoint) => (endpoint.path ? [[endpoint.path, endpoint]] : [])));
  return (event: APIGatewayProxyEventV2): Endpoint | undefined => {
    const slug = slugOf(event);
    const own = byPath.get(routePath(event.routeKey));
    if (own) return slug ? undefined : own;
    return slug === undefined ? byPath.get(withoutSlash(textOf(event.rawPath))) : bySlug.get(slug);
  };
};

/** Loads what describes an unknown endpoint, which few requests need. */
const refuse = async (...asked: Parameters<typeof unknownEndpoint>): Promise<never> => {
  const { unknownEndpoint } = await import('./unknown-endpoint.ts');
  throw unknownEndpoint(...asked);
};

export const resolveEndpoint = (
  endpoints: readonly Endpoint[],
  elsewhere: Elsewhere = {},
): Middleware<ResolvedContext> => {
  const find = createFind(endpoints);
  /** Suggests no names if an endpoint has a token, because the digest is checked only after the endpoint is known. */
  const suggested = endpoints.some((endpoint) => secretsOf(endpoint).length > 0)
    ? []
    : endpoints.map(({ slug }) => slug);
  const resolveEndpointBefore: Hook<ResolvedContext> = ({ event, context }) => {
    const endpoint = find(event);
    if (!endpoint) return refuse(slugOf(event) ?? textOf(event.rawPath), suggested, elsewhere);
    context.endpoint = endpoint;
    return undefined;
  };
  return { before: resolveEndpointBefore };
};
