import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { nearestNames } from '../catalogue/nearest-names.ts';
import { secretsOf } from '../config/dashboard-config.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import type { Endpoint } from '../pipeline/bind-endpoints.ts';
import type { Hook, Middleware, ResolvedContext } from './request-context.ts';

const MAX_NAME_CHARACTERS = 60;

/** Paths of endpoints of other functions by slug. */
type Elsewhere = Readonly<Record<string, string>>;

const endpointUnknown = (asked: string, known: readonly string[], elsewhere: Elsewhere): WallfeedError => {
  const name = asked.length > MAX_NAME_CHARACTERS ? `${asked.slice(0, MAX_NAME_CHARACTERS)}…` : asked;
  const near = nearestNames(name, known);
  const message = `no endpoint is called '${name}'`;
  const path = Object.hasOwn(elsewhere, asked) ? elsewhere[asked] : undefined;
  const otherwise =
    near.length > 0
      ? `did you mean ${near.join(' or ')}?`
      : 'copy the address from the list of endpoints; an endpoint with an invalid definition is not served';
  const hint = path === undefined ? otherwise : `the endpoint '${asked}' is at ${path}`;
  return new WallfeedError('ENDPOINT_UNKNOWN', `The address is not known: ${message}.`, [{ message, hint }]);
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const withoutSlash = (path: string): string => (path.length > 1 ? path.replace(/\/$/, '') : path);

const GREEDY = '/{proxy+}';

/** Returns the path of a route key without a greedy variable at its end: `/status` for `POST /status/{proxy+}`. */
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

/**
 * Creates a function that finds the endpoint of a request. Uses the path of the route key, because `rawPath` may begin
 * with the mapping of a custom domain.
 */
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

/** Finds the endpoint of the request, by its slug or by its own `path`. */
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
    if (!endpoint) throw endpointUnknown(slugOf(event) ?? textOf(event.rawPath), suggested, elsewhere);
    context.endpoint = endpoint;
  };
  return { before: resolveEndpointBefore };
};
