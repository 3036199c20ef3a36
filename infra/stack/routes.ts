import { createHash } from 'node:crypto';
import type { LoadedEndpoint } from '../dashboard/load-dashboard.ts';
import { logicalName } from './logical-name.ts';
import type { Resource } from './template.ts';

/**
 * Route keys of the families to whose addresses the platform appends something. A frame's address gets a slash, but
 * API Gateway takes no route key that ends in one: only a greedy variable matches the path with it and without it.
 */
const FAMILY_KEYS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  script: ['POST /script/{endpoint}', 'POST /script/{endpoint}/{library}'],
  frame: ['POST /frame/{proxy+}'],
};

const familyKeys = (family: string): readonly [string, ...string[]] =>
  FAMILY_KEYS[family] ?? [`POST /${family}/{endpoint}`];

/** The route key of all endpoints of a family. */
export const routeOf = (family: string): string => familyKeys(family)[0];

/** The route keys of an endpoint's own path. */
const ownKeys = ({ family, config: { path } }: LoadedEndpoint): readonly string[] => {
  if (path === undefined) return [];
  return family === 'frame' && path !== '/' ? [`POST ${path}`, `POST ${path}/{proxy+}`] : [`POST ${path}`];
};

const furtherKeys = (family: string, endpoints: readonly LoadedEndpoint[]): readonly string[] => [
  ...familyKeys(family).slice(1),
  ...endpoints.flatMap(ownKeys),
];

type Families = ReadonlyMap<string, readonly LoadedEndpoint[]>;

/** All route keys of a dashboard's API. */
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
 * The routes besides each family's first, which osls makes. osls would give one logical id to route keys that differ only
 * by a dot or a capital, and silently drop one of them.
 */
export const furtherRoutes = (families: Families): Readonly<Record<string, Resource>> =>
  Object.fromEntries(
    Array.from(families, ([family, endpoints]) =>
      furtherKeys(family, endpoints).map((key) => routeTo(family, key)),
    ).flat(),
  );
