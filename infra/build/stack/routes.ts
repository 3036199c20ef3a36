import { createHash } from 'node:crypto';
import type { Resource } from '../../local/template/template.ts';
import type { LoadedEndpoint } from '../../tools/dashboard/load-dashboard.ts';
import { logicalName } from './logical-name.ts';

/** Where all endpoints of a family are. */
export const routeOf = (family: string): string => `POST /${family}/{endpoint}`;

/** What the platform appends to the address that it was given: a chart library's name, or a slash. */
const SUFFIXES: Readonly<Record<string, string>> = { script: '/{library}', frame: '/' };

const routeTo = (family: string, key: string): readonly [string, Resource] => [
  `Route${createHash('sha256').update(key).digest('hex').slice(0, 12)}`,
  {
    Type: 'AWS::ApiGatewayV2::Route',
    Properties: {
      ApiId: { Ref: 'HttpApi' },
      RouteKey: key,
      Target: { 'Fn::Join': ['/', ['integrations', { Ref: `HttpApiIntegration${logicalName(family)}` }]] },
    },
  },
];

const keysOf = (family: string, endpoints: readonly LoadedEndpoint[]): readonly string[] => {
  const suffix = SUFFIXES[family];
  const own = endpoints.flatMap(({ config }) => (config.path === undefined ? [] : [`POST ${config.path}`]));
  return suffix === undefined ? own : [routeOf(family) + suffix, ...own];
};

/**
 * The routes besides each family's own. osls would give one logical id to routes that differ by a slash, a dot or a capital
 * alone, and silently drop one of them.
 */
export const furtherRoutes = (
  families: ReadonlyMap<string, readonly LoadedEndpoint[]>,
): Readonly<Record<string, Resource>> =>
  Object.fromEntries(
    Array.from(families, ([family, endpoints]) => keysOf(family, endpoints).map((key) => routeTo(family, key))).flat(),
  );
