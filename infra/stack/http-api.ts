import { createHash } from 'node:crypto';
import { METHODS, type Method } from '../../shared/config/dashboard-config.ts';
import type { LoadedEndpoint } from '../dashboard/definition/load-dashboard.ts';
import type { DomainSettings } from '../dashboard/head/dashboard-head.ts';
import { partitionOf } from '../dashboard/head/region.ts';
import { logicalName, type Resource } from './template/template.ts';

/** Quotas of an HTTP API: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const MAX_ROUTES = 300;
export const MAX_ACCESS_LOG_BYTES = 3 * 1024;
/** The request line plus the header values of one request. */
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

/**
 * The platform extends the URLs of these families: it appends a slash to the URL of a frame. API Gateway allows no
 * route key that ends in a slash, so only a greedy variable matches the URL with and without the slash.
 */
const FAMILY_KEYS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  script: ['POST /script/{endpoint}', 'POST /script/{endpoint}/{library}'],
  frame: ['POST /frame/{proxy+}'],
};

const familyKeys = (family: string): readonly [string, ...string[]] =>
  FAMILY_KEYS[family] ?? [`POST /${family}/{endpoint}`];

export const routeOf = (family: string): string => familyKeys(family)[0];

const postKeys = ({ family, config: { path } }: LoadedEndpoint): readonly string[] => {
  if (path === undefined) return [];
  return family === 'frame' && path !== '/' ? [`POST ${path}`, `POST ${path}/{proxy+}`] : [`POST ${path}`];
};

const takesGet = ({ client }: LoadedEndpoint): boolean => client?.methods.includes('GET') ?? false;

const toGet = (key: string): string => key.replace(/^POST /, 'GET ');

/** Returns keys of the family, and the own paths of endpoints that take GET. */
const getKeys = (family: string, endpoints: readonly LoadedEndpoint[]): readonly string[] => {
  const taking = endpoints.filter(takesGet);
  return taking.length === 0 ? [] : [...familyKeys(family), ...taking.flatMap(postKeys)].map(toGet);
};

const furtherKeys = (family: string, endpoints: readonly LoadedEndpoint[]): readonly string[] => [
  ...familyKeys(family).slice(1),
  ...endpoints.flatMap(postKeys),
  ...getKeys(family, endpoints),
];

type Families = ReadonlyMap<string, readonly LoadedEndpoint[]>;

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

/** Settings that the CORS headers of the gateway tell browsers. */
export interface CorsSettings {
  readonly methods: readonly Method[];
  readonly headers: readonly string[];
  readonly credentials: boolean;
}

const OWN_HEADERS = ['content-type', 'x-token'];

const sortedUnion = (lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())].sort();

/** Returns settings for the pages of all front ends together: an HTTP API has one such setting for all its routes. */
export const corsOf = (endpoints: readonly Pick<LoadedEndpoint, 'client' | 'config'>[]): CorsSettings => {
  const clients = endpoints.flatMap(({ client }) => client ?? []);
  const methods = new Set<Method>(['POST', ...clients.flatMap((client) => client.methods)]);
  const keyHeaders = endpoints.flatMap(({ config: { apiKey } }) => (apiKey ? [[apiKey.header]] : []));
  const further = sortedUnion([...clients.map(({ headers }) => headers), ...keyHeaders]).filter(
    (header) => !OWN_HEADERS.includes(header),
  );
  return {
    methods: METHODS.filter((method) => methods.has(method)),
    headers: [...OWN_HEADERS, ...further],
    credentials: clients.some(({ credentials }) => credentials),
  };
};

const EXPOSED = [
  'Age',
  'Apigw-Requestid',
  'Last-Modified',
  'Retry-After',
  'Server-Timing',
  'Warning',
  'X-Wallfeed-Cache',
  'X-Wallfeed-Empty',
  'X-Wallfeed-Rows',
];

/** Lists the response headers that pages may read. */
export const exposedHeaders = (judgesPromises: boolean): readonly string[] =>
  judgesPromises ? [...EXPOSED, 'X-Wallfeed-Expect'].sort() : EXPOSED;

type Resources = Readonly<Record<string, Resource>>;

const DOMAIN = 'ApiDomain';

const attribute = (name: string) => ({ 'Fn::GetAtt': [DOMAIN, name] });

const DEFAULT_URL = { 'Fn::Sub': `https://\${HttpApi}.execute-api.\${AWS::Region}.\${AWS::URLSuffix}` };

/** Returns the address types of an API in a region as properties. In China, API Gateway has no IPv6. */
export const addressType = (region: string): { readonly IpAddressType?: 'dualstack' } =>
  partitionOf(region) === 'aws-cn' ? {} : { IpAddressType: 'dualstack' };

const recordOf = (name: string, hostedZone: string, type: 'A' | 'AAAA'): Resource => ({
  Type: 'AWS::Route53::RecordSet',
  Properties: {
    HostedZoneId: hostedZone,
    Name: name,
    Type: type,
    AliasTarget: { DNSName: attribute('RegionalDomainName'), HostedZoneId: attribute('RegionalHostedZoneId') },
  },
});

/** Returns undefined if the stage has no domain. */
export const domainIn = (
  { domain }: { readonly domain?: DomainSettings },
  stage: string,
): DomainSettings | undefined => (domain?.stage === undefined || domain.stage === stage ? domain : undefined);

/**
 * Creates the mapping to the API, and with a certificate the domain and the DNS record. Without a certificate, the
 * domain exists already. The address of API Gateway stays open until `defaultAddress` closes it.
 */
export const customDomain = (
  { name, certificate, hostedZone, path = '', defaultAddress = 'open' }: DomainSettings,
  tags: Readonly<Record<string, string>>,
  region: string,
): { readonly Resources: Resources; readonly extensions: object; readonly Outputs: object } => ({
  Resources: {
    ...(certificate !== undefined && {
      [DOMAIN]: {
        Type: 'AWS::ApiGatewayV2::DomainName',
        Properties: {
          DomainName: name,
          DomainNameConfigurations: [
            {
              CertificateArn: certificate,
              EndpointType: 'REGIONAL',
              SecurityPolicy: 'TLS_1_2',
              ...addressType(region),
            },
          ],
          Tags: tags,
        },
      },
    }),
    ApiMapping: {
      Type: 'AWS::ApiGatewayV2::ApiMapping',
      Properties: {
        ApiId: { Ref: 'HttpApi' },
        DomainName: certificate === undefined ? name : { Ref: DOMAIN },
        Stage: { Ref: 'HttpApiStage' },
        ...(path !== '' && { ApiMappingKey: path.slice(1) }),
      },
    },
    ...(hostedZone !== undefined && {
      ApiRecord: recordOf(name, hostedZone, 'A'),
      ...(addressType(region).IpAddressType && { ApiRecordV6: recordOf(name, hostedZone, 'AAAA') }),
    }),
  },
  extensions: defaultAddress === 'closed' ? { HttpApi: { Properties: { DisableExecuteApiEndpoint: true } } } : {},
  Outputs: {
    HttpApiUrl: { Description: 'URL of the HTTP API', Value: `https://${name}${path}` },
    DefaultUrl: { Description: `The address of API Gateway, which is ${defaultAddress}`, Value: DEFAULT_URL },
    ...(hostedZone === undefined && certificate !== undefined
      ? {
          DomainTarget: {
            Description: 'Where the DNS record of the domain has to point: a CNAME, or an alias',
            Value: attribute('RegionalDomainName'),
          },
        }
      : {}),
  },
});
