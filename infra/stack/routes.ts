import { createHash } from 'node:crypto';
import type { LoadedEndpoint } from '../dashboard/load-dashboard.ts';
import { logicalName } from './logical-name.ts';
import type { Resource } from './template.ts';

/**
 * Route keys of families whose URLs the platform extends. It appends a slash to the URL of a frame. API Gateway allows
 * no route key that ends in a slash; only a greedy variable matches the path with and without it.
 */
const FAMILY_KEYS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  script: ['POST /script/{endpoint}', 'POST /script/{endpoint}/{library}'],
  frame: ['POST /frame/{proxy+}'],
};

const familyKeys = (family: string): readonly [string, ...string[]] =>
  FAMILY_KEYS[family] ?? [`POST /${family}/{endpoint}`];

/** Returns the route key for all endpoints of a family. */
export const routeOf = (family: string): string => familyKeys(family)[0];

/** Returns the route keys for an endpoint's own path. */
const ownKeys = ({ family, config: { path } }: LoadedEndpoint): readonly string[] => {
  if (path === undefined) return [];
  return family === 'frame' && path !== '/' ? [`POST ${path}`, `POST ${path}/{proxy+}`] : [`POST ${path}`];
};

const furtherKeys = (family: string, endpoints: readonly LoadedEndpoint[]): readonly string[] => [
  ...familyKeys(family).slice(1),
  ...endpoints.flatMap(ownKeys),
];

type Families = ReadonlyMap<string, readonly LoadedEndpoint[]>;

/** Returns all route keys of a dashboard's API. */
export const routeKeys = (families: Families): readonly string[] =>
  Array.from(families, ([family, endpoints]) => [routeOf(family), ...furtherKeys(family, endpoints)]).flat();

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

/**
 * Creates all routes except the first of each family, which osls creates. osls would use one logical id for route keys
 * that differ only in a dot or in case, and silently drop one of them.
 */
export const furtherRoutes = (families: Families): Readonly<Record<string, Resource>> =>
  Object.fromEntries(
    Array.from(families, ([family, endpoints]) =>
      furtherKeys(family, endpoints).map((key) => routeTo(family, key)),
    ).flat(),
  );
