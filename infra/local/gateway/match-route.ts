import { routeRefusals } from '../../stack/routes.ts';
import type { Route } from '../../stack/template/read-service.ts';

export interface RouteMatch {
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>>;
}

const PARAMETER = /^\{(\w+)\}$/;
const GREEDY = /^\{(\w+)\+\}$/;

/**
 * Returns the path parameters if a path matches a pattern. Splits the path before decoding, so that an encoded slash
 * does not separate segments.
 */
const matchPath = (pattern: string, path: string): Record<string, string> | undefined => {
  const segments = path.split('/');
  const expected = pattern.split('/');
  const parameters: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const segment = segments[index];
    const greedy = GREEDY.exec(part)?.[1];
    if (greedy !== undefined && segment !== undefined) {
      return { ...parameters, [greedy]: decodeURIComponent(segments.slice(index).join('/')) };
    }
    const name = PARAMETER.exec(part)?.[1];
    if (name !== undefined && segment) parameters[name] = decodeURIComponent(segment);
    else if (segment === undefined || part !== decodeURIComponent(segment)) return undefined;
  }
  return segments.length === expected.length ? parameters : undefined;
};

/** Returns `2` for a greedy parameter, `1` for another parameter, and `0` for a literal part of a path. */
const kindOf = (part: string): string => {
  if (GREEDY.test(part)) return '2';
  return PARAMETER.test(part) ? '1' : '0';
};

/**
 * Returns a sort key that is lower for a more specific route: literal parts come before parameters, parameters before
 * greedy parameters, and a method before ANY.
 */
const rank = ({ key }: Route): string => {
  const [method = '', path = '~'] = key.split(' ');
  const kinds = path.split('/').map(kindOf);
  return `${kinds.join('')}3${method === 'ANY' ? '1' : '0'}`;
};

const matchOne = (route: Route, method: string, path: string): RouteMatch | undefined => {
  if (route.key === '$default') return { route, parameters: {} };
  const [expected, pattern = ''] = route.key.split(' ');
  if (expected !== 'ANY' && expected !== method) return undefined;
  const parameters = matchPath(pattern, path);
  return parameters && { route, parameters };
};

/**
 * Finds the most specific route for a method and path, like an HTTP API. Throws for routes that an HTTP API refuses.
 * The returned function throws URIError for a path with invalid encoding.
 */
export const createRouteMatcher = (routes: readonly Route[]) => {
  const [refusal] = routeRefusals(routes.map(({ key }) => key));
  if (refusal !== undefined) throw new Error(refusal);
  const ranked = routes.toSorted((a, b) => {
    if (a.key === '$default' || b.key === '$default') return a.key === '$default' ? 1 : -1;
    return rank(a).localeCompare(rank(b));
  });
  return (method: string, path: string): RouteMatch | undefined => {
    for (const route of ranked) {
      const match = matchOne(route, method, path);
      if (match) return match;
    }
    return undefined;
  };
};
