import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ApiKeyConfig, type Method, secretsOf } from '../../shared/config/dashboard-config.ts';
import { errorMeanings } from '../../shared/errors/error-meanings.ts';
import { type ErrorCode, errorCodes } from '../../shared/errors/wallfeed-error.ts';
import { type CatalogueEntry, loadCatalogue } from '../build/catalogue/load-catalogue.ts';
import type { LoadedDashboard, LoadedEndpoint } from '../dashboard/definition/load-dashboard.ts';
import {
  bodyOf,
  headersOf,
  methodsOf,
  type NamedSchemas,
  queryOf,
  REQUEST_SCHEMAS,
  readBodySchemas,
  responseOf,
  schemaRef,
} from './describe-operations.ts';

const SECURITY_SCHEME = 'digest';

const STATUSES = [400, 401, 405, 502, 503, 504] as const;

/** True if an endpoint may respond with a status. Only an endpoint with a `client` refuses a method. */
const mayRespond = (
  status: (typeof STATUSES)[number],
  { config }: { readonly config: Pick<LoadedEndpoint['config'], 'tokens' | 'apiKey' | 'client'> },
): boolean => {
  if (status === 401) return secretsOf(config).length > 0;
  return status !== 405 || config.client !== undefined;
};

const ANY = { config: { tokens: [] } };

/** Describes what a status means: its error codes, each with its meaning. */
const describeStatus = (status: number): string =>
  Object.entries(errorMeanings)
    .filter(([name]) => errorCodes[name as ErrorCode] === status)
    .map(([name, meaning]) => `\`${name}\`: ${meaning}.`)
    .join('\n\n');

const problemName = (status: number): string => `Problem${status}`;

const describeProblem = (status: number) => ({
  description: describeStatus(status),
  ...(status === 503 && {
    headers: {
      'Retry-After': { description: 'Seconds to wait before the next request.', schema: { type: 'integer' } },
    },
  }),
  content: { 'application/json': { schema: schemaRef('Problem') } },
});

const HEADERS = {
  'X-Wallfeed-Cache': {
    description: 'Says whether the body is fresh or from the cache.',
    schema: { type: 'string', examples: ['fresh', 'hit', 'revalidated', 'stale'] },
  },
  'X-Wallfeed-Empty': {
    description:
      'If a step left no row of the sources, names the first such step and the number of rows that it read. Absent otherwise.',
    schema: {
      type: 'string',
      examples: ['where; read=5; kept=0', 'window; read=600; kept=0; newest=2026-11-22T15:10:00Z'],
    },
  },
  'X-Wallfeed-Rows': {
    description: 'Is 0 if the body is empty because the sources have no rows. Absent otherwise.',
    schema: { type: 'integer', examples: [0] },
  },
  Age: { description: 'The age of a cached body in seconds.', schema: { type: 'integer' } },
  'Last-Modified': {
    description:
      'The time at which the oldest source of the body was last changed. Absent if no source has such a time, such as a query.',
    schema: { type: 'string', examples: ['Mon, 19 Oct 2026 06:12:00 GMT'] },
  },
  Warning: { description: 'Says why a stale body is sent.', schema: { type: 'string' } },
};

const PROMISE_HEADERS = {
  'X-Wallfeed-Expect': {
    description: 'The names of broken promises, joined by `, `. Absent if all promises are kept.',
    schema: { type: 'string', examples: ['orders.newest, orders.rows'] },
  },
  'X-Wallfeed-Found': {
    description: 'JSON, percent-encoded: what was found for broken promises, and since when. Absent if all are kept.',
    schema: { type: 'string' },
  },
};

type Headers = Readonly<Record<string, object>>;

const referTo = (headers: Headers) =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const requestBody = (hasToken: boolean) => {
  const schema = schemaRef(hasToken ? 'RequestWithToken' : 'Request');
  return {
    required: true,
    content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
  };
};

interface UsedShape extends CatalogueEntry {
  readonly title: string;
  readonly sample: unknown;
}

const contentOf = (endpoint: LoadedEndpoint, { shape, sample }: UsedShape, schemas: NamedSchemas) =>
  endpoint.config.client
    ? responseOf(endpoint, sample, schemas)
    : { schema: schemaRef(shape.name), examples: { sample: { $ref: `#/components/examples/${shape.name}` } } };

/** Names keys by the header that has them. */
const keyScheme = ({ header }: ApiKeyConfig): string => `key-${header}`;

/** Returns the security schemes of an endpoint. A request needs only one of them. */
const securityOf = ({ tokens, apiKey }: LoadedEndpoint['config']) => [
  ...(tokens.length > 0 ? [{ [SECURITY_SCHEME]: [] }] : []),
  ...(apiKey ? [{ [keyScheme(apiKey)]: [] }] : []),
  ...(apiKey?.query === undefined ? [] : [{ [`query-${apiKey.query}`]: [] }]),
];

const keySchemes = (endpoints: readonly LoadedEndpoint[]) =>
  Object.fromEntries(
    endpoints.flatMap(({ config: { apiKey } }) => {
      if (!apiKey) return [];
      const isBearer = apiKey.header === 'authorization';
      const scheme = isBearer
        ? { type: 'http', scheme: 'bearer' }
        : { type: 'apiKey', in: 'header', name: apiKey.header };
      const description = 'The API key of the endpoint.';
      const { query } = apiKey;
      const inQuery = { type: 'apiKey', in: 'query', name: query, description };
      return [
        [keyScheme(apiKey), { ...scheme, description }],
        ...(query === undefined ? [] : [[`query-${query}`, inQuery] as const]),
      ];
    }),
  );

const describeRequest = (endpoint: LoadedEndpoint, method: Method) => {
  const headers = headersOf(endpoint);
  if (method === 'GET') return { parameters: [...queryOf(endpoint), ...headers] };
  const { client, tokens, parameters } = endpoint.config;
  return {
    ...(headers.length > 0 && { parameters: headers }),
    requestBody: client || parameters ? bodyOf(endpoint) : requestBody(tokens.length > 0),
  };
};

/** The parts of the document to which operations refer. */
interface Shared {
  readonly schemas: NamedSchemas;
  readonly headers: Headers;
}

const describeOperation = (
  endpoint: LoadedEndpoint,
  shape: UsedShape,
  method: Method,
  { schemas, headers }: Shared,
) => {
  const { slug, family, component, source, config } = endpoint;
  const statuses = config.client?.errorsAsOk ? [] : STATUSES.filter((status) => mayRespond(status, endpoint));
  const [first] = methodsOf(endpoint);
  return {
    operationId: method === first ? slug : `${slug}-${method.toLowerCase()}`,
    tags: [family],
    summary: `${component} '${slug}'`,
    description: `${shape.title}. Source: ${source}.`,
    security: securityOf(config),
    ...describeRequest(endpoint, method),
    responses: {
      200: {
        description: `The body that a ${component} reads.`,
        headers: referTo(headers),
        content: {
          'application/json': contentOf(endpoint, shape, schemas),
        },
      },
      ...Object.fromEntries(
        statuses.map((status) => [status, { $ref: `#/components/responses/${problemName(status)}` }]),
      ),
    },
  };
};

const describeEndpoint = (endpoint: LoadedEndpoint, shape: UsedShape, shared: Shared) =>
  Object.fromEntries(
    methodsOf(endpoint).map((method) => [method.toLowerCase(), describeOperation(endpoint, shape, method, shared)]),
  );

const readShapes = async (
  endpoints: readonly LoadedEndpoint[],
  schemas: NamedSchemas,
  catalogue: readonly CatalogueEntry[],
): Promise<ReadonlyMap<string, UsedShape>> => {
  const names = new Set(endpoints.map(({ config }) => config.shape));
  const used = catalogue.filter(({ shape }) => names.has(shape.name));
  const read = used.map(async (entry): Promise<[string, UsedShape]> => {
    const sample = JSON.parse(await readFile(join(entry.folder, 'sample.json'), 'utf8'));
    return [entry.shape.name, { ...entry, title: String(schemas[entry.shape.name]?.title), sample }];
  });
  return new Map(await Promise.all(read));
};

const SECURITY_SCHEMES = {
  [SECURITY_SCHEME]: {
    type: 'apiKey',
    in: 'header',
    name: 'x-token',
    description:
      'The md5 digest of timePeriod, currentTime and the secret token, joined as text. It may be the parameter `token` instead.',
  },
};

export interface ApiAddress {
  readonly url: string;
  readonly description?: string;
}

/**
 * Describes the endpoints of a dashboard as an OpenAPI 3.1 document: each path takes a POST and returns the body of its
 * component. Paths are in the order of the dashboard file, schemas sorted by name.
 */
export const describeApi = async (dashboard: LoadedDashboard, address: ApiAddress, version: string) => {
  const { name, endpoints } = dashboard;
  const names = new Set(endpoints.map(({ config }) => config.shape));
  const catalogue = await loadCatalogue();
  const schemas = await readBodySchemas(catalogue.filter(({ shape }) => names.has(shape.name)));
  const shapes = await readShapes(endpoints, schemas, catalogue);
  const isPromised = [...endpoints, ...Object.values(dashboard.datasets)].some(({ config }) => config.expect);
  const headers = { ...HEADERS, ...(isPromised && PROMISE_HEADERS) };
  const hasSecret = endpoints.some(({ config }) => secretsOf(config).length > 0);
  const hasToken = endpoints.some(({ config }) => config.tokens.length > 0);
  return {
    openapi: '3.1.0',
    info: {
      title: name,
      version,
      description: `The endpoints of the dashboard ${name}. Each feeds one component of a large-screen dashboard.`,
    },
    servers: [address],
    tags: [...new Set(endpoints.map(({ family }) => family))].map((family) => ({ name: family })),
    paths: Object.fromEntries(
      endpoints.flatMap((endpoint) => {
        const shape = shapes.get(endpoint.config.shape);
        return shape ? [[encodeURI(endpoint.path), describeEndpoint(endpoint, shape, { schemas, headers })]] : [];
      }),
    ),
    components: {
      ...(hasSecret && { securitySchemes: { ...(hasToken && SECURITY_SCHEMES), ...keySchemes(endpoints) } }),
      headers,
      responses: Object.fromEntries(
        STATUSES.filter((status) => [...endpoints, ANY].some((endpoint) => mayRespond(status, endpoint))).map(
          (status) => [problemName(status), describeProblem(status)],
        ),
      ),
      examples: Object.fromEntries([...shapes].map(([shape, { sample }]) => [shape, { value: sample }])),
      schemas: { ...REQUEST_SCHEMAS, ...schemas },
    },
  };
};
