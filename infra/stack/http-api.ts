/** Quotas of an HTTP API: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const MAX_ROUTES = 300;
export const MAX_ACCESS_LOG_BYTES = 3 * 1024;
/** Limit for the request line plus the header values of one request. */
export const MAX_HEAD_BYTES = 10_240;

const ROUTE_KEY = /^(?:ANY|DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT) (\/\S*)$/;
const VARIABLE = /^\{[A-Za-z0-9._-]+\}$/;
const GREEDY = /^\{[A-Za-z0-9._-]+\+\}$/;

const segmentFault = (segment: string, isLast: boolean): string | undefined => {
  if (segment === '') return 'has an empty segment';
  if (!/[{}]/.test(segment) || VARIABLE.test(segment)) return undefined;
  if (!GREEDY.test(segment)) return `has a variable that is only a part of a segment, ${segment}`;
  return isLast ? undefined : `has the greedy variable ${segment} before its end`;
};

const pathFault = (path: string): string | undefined => {
  if (path === '/') return undefined;
  if (path.endsWith('/')) return 'ends in a slash';
  const segments = path.slice(1).split('/');
  const faults = segments.map((segment, index) => segmentFault(segment, index === segments.length - 1));
  return faults.find((fault) => fault !== undefined);
};

const keyFault = (key: string): string | undefined => {
  if (key === '$default') return undefined;
  const path = ROUTE_KEY.exec(key)?.[1];
  const fault = path === undefined ? 'is not a method and a path' : pathFault(path);
  return fault && `the route key ${key} ${fault}`;
};

const repeated = (keys: readonly string[]): readonly string[] =>
  [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))].map(
    (key) => `the route key ${key} occurs twice`,
  );

/** Returns the reasons why API Gateway would refuse these routes, one sentence each; empty if it accepts them. */
export const routeRefusals = (keys: readonly string[]): readonly string[] => {
  const refusals = [...keys.flatMap((key) => keyFault(key) ?? []), ...repeated(keys)];
  if (keys.length > MAX_ROUTES) refusals.push(`there are ${keys.length} routes (an HTTP API allows ${MAX_ROUTES})`);
  return refusals.map((refusal) => `API Gateway refuses the routes: ${refusal}`);
};
