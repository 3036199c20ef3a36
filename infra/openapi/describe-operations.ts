import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isMap } from '../../shared/catalogue/is-map.ts';
import type { Method, ParameterConfig } from '../../shared/config/dashboard-config.ts';
import { errorCodes } from '../../shared/errors/wallfeed-error.ts';
import { wrapBody } from '../../shared/middleware/envelope.ts';
import type { CatalogueEntry } from '../build/catalogue/load-catalogue.ts';
import type { LoadedEndpoint } from '../dashboard/definition/load-dashboard.ts';
import { requiredValues } from '../dashboard/parameters/compile-parameters.ts';

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
type Schema = Readonly<Record<string, unknown>>;

export type NamedSchemas = Readonly<Record<string, Schema>>;

export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Returns the name of a schema: the folder of a shape, or the file of a common schema, such as `common.colour`. */
const nameOf = (file: string): string =>
  basename(file) === 'schema.json' ? basename(dirname(file)) : `common.${basename(file, '.json')}`;

/** Calls `onFile` for each other file that the schema refers to. */
const rewriteReferences = (value: unknown, file: string, onFile: (file: string) => void): unknown => {
  if (Array.isArray(value)) return value.map((item) => rewriteReferences(item, file, onFile));
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key !== '$ref' || typeof inner !== 'string') return [key, rewriteReferences(inner, file, onFile)];
      const [path = '', pointer = ''] = inner.split('#');
      const target = path === '' ? file : resolve(dirname(file), path);
      if (target !== file) onFile(target);
      return [key, `${schemaRef(nameOf(target)).$ref}${pointer}`];
    }),
  );
};

const readSchema = async (file: string): Promise<Schema> => {
  const { $schema: _, ...schema } = JSON.parse(await readFile(file, 'utf8'));
  return schema;
};

/** Adds all common schemas that the shapes refer to. Sorted by name. */
export const readBodySchemas = async (shapes: readonly CatalogueEntry[]): Promise<NamedSchemas> => {
  const named = new Map<string, Schema>();
  const files = new Set(shapes.map(({ folder }) => join(folder, 'schema.json')));
  for (const file of files) {
    const schema = await readSchema(file);
    named.set(nameOf(file), rewriteReferences(schema, file, (target) => files.add(target)) as Schema);
  }
  return Object.fromEntries([...named].sort(([one], [other]) => (one < other ? -1 : 1)));
};

const PARAMETERS = {
  currentTime: {
    description: 'The current time in milliseconds since 1970. A number sent as text is accepted too.',
    oneOf: [
      { type: 'integer', minimum: 1_000_000_000_000, maximum: 9_999_999_999_999 },
      { type: 'string', pattern: '^[1-9]\\d{12}$' },
    ],
    examples: [1_513_137_332_798],
  },
  timePeriod: {
    description: 'The length of the time window before currentTime, in minutes.',
    oneOf: [
      { type: 'number', minimum: 0, maximum: 5_256_000 },
      { type: 'string', pattern: '^(0|[1-9]\\d*)(\\.\\d+)?$' },
    ],
    examples: [30],
  },
} as const;

/** Describes the beginning or the end of a time window, which replaces `currentTime` and `timePeriod`. */
const edge = (name: string) => ({
  description: `The ${name} of the time window in milliseconds since 1970, in place of currentTime and timePeriod.`,
  oneOf: PARAMETERS.currentTime.oneOf,
  examples: PARAMETERS.currentTime.examples,
});

const TIMES = { ...PARAMETERS, from: edge('beginning'), to: edge('end') };

const TOKEN = {
  description: 'The md5 digest of timePeriod, currentTime and the secret token, joined as text. Hexadecimal.',
  type: 'string',
  pattern: '^[0-9a-fA-F]{32}$',
  examples: ['e9b302edca797f28d9784ac593f4c8fe'],
} as const;

const REQUIRED = ['currentTime', 'timePeriod'];

const DETAIL: Schema = {
  type: 'object',
  required: ['message'],
  properties: {
    path: { type: 'string', description: 'The place in the response body.' },
    table: { type: 'string' },
    file: { type: 'string' },
    line: { type: 'integer', minimum: 1, description: 'The line of the file. The header is line 1.' },
    row: { type: 'integer', minimum: 1, description: 'The row of a query result.' },
    column: { type: 'integer', minimum: 1 },
    columnName: { type: 'string' },
    rows: { type: 'integer', minimum: 1, description: 'The number of rows from which the cell was computed.' },
    message: { type: 'string' },
    hint: { type: 'string', description: 'What to do.' },
  },
};

/** A request without a token and with one, and an error. */
export const REQUEST_SCHEMAS: NamedSchemas = {
  Request: { type: 'object', required: REQUIRED, properties: PARAMETERS },
  RequestWithToken: {
    type: 'object',
    description: 'The digest may be sent in the header x-token instead.',
    required: REQUIRED,
    properties: { ...PARAMETERS, token: TOKEN },
  },
  Problem: {
    title: 'Says why there is no data, where the error is, and what to do',
    type: 'object',
    required: ['code', 'status', 'msg', 'error', 'details', 'requestId'],
    properties: {
      code: { type: 'integer', description: 'The HTTP status.' },
      status: { type: 'integer', description: 'The HTTP status.' },
      msg: { type: 'string', description: 'One sentence for a person.' },
      error: { type: 'string', enum: Object.keys(errorCodes), description: 'A stable word for programs.' },
      details: { type: 'array', items: DETAIL },
      requestId: { type: 'string' },
    },
  },
};

const OWN_METHODS: readonly Method[] = ['POST'];

/** Returns the methods that an endpoint takes. Its front end uses the first. */
export const methodsOf = ({ client }: LoadedEndpoint): readonly Method[] => client?.methods ?? OWN_METHODS;

const timesOf = ({ client }: LoadedEndpoint['config']): Readonly<Record<string, Schema>> => {
  const { currentTime, timePeriod, from, to } = TIMES;
  const { period } = client ?? {};
  if (period === undefined) return { currentTime, timePeriod };
  return {
    currentTime: { ...currentTime, description: `${currentTime.description} Now, if it is absent.` },
    timePeriod: { ...timePeriod, description: `${timePeriod.description} ${period}, if it is absent.` },
    from,
    to,
  };
};

const schemaOf = ({ values, default: usual, optional }: ParameterConfig): Schema => ({
  description: optional ? 'Without it, its condition is left out.' : 'A parameter of the endpoint.',
  enum: values,
  ...(usual !== undefined && { default: usual }),
});

/** Returns the schema of each parameter that an endpoint with a `client` or with `parameters` reads. */
const parametersOf = ({ config }: LoadedEndpoint): Readonly<Record<string, Schema>> => ({
  ...timesOf(config),
  ...Object.fromEntries((config.parameters ?? []).map((one) => [one.name, schemaOf(one)])),
});

const requiredOf = ({ config }: LoadedEndpoint): readonly string[] => [
  ...(config.client?.period === undefined ? ['currentTime', 'timePeriod'] : []),
  ...Object.keys(requiredValues(config.parameters)),
];

/** Describes the headers that the front end of an endpoint sends for its own use, such as the header of its login. */
export const headersOf = ({ client }: LoadedEndpoint): readonly Schema[] =>
  (client?.headers ?? []).map((name) => ({
    name,
    in: 'header',
    required: false,
    description: 'A header of the front end. Its value is ignored.',
    schema: { type: 'string' },
  }));

export const queryOf = (endpoint: LoadedEndpoint): readonly Schema[] => {
  const required = requiredOf(endpoint);
  return Object.entries(parametersOf(endpoint)).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description,
    schema,
  }));
};

export const bodyOf = (endpoint: LoadedEndpoint) => {
  const required = requiredOf(endpoint);
  const properties = parametersOf(endpoint);
  const schema = { type: 'object', ...(required.length > 0 && { required }), properties };
  const types = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];
  return {
    required: required.length > 0,
    content: Object.fromEntries(types.map((type) => [type, { schema }])),
  };
};

const ENVELOPE_KEYS = ['code', 'status', 'msg', 'data'];

/**
 * Returns the schema of the data in an envelope. If the body of a shape is itself an envelope, returns the schema of
 * its data.
 */
const dataOf = (shape: string, schemas: NamedSchemas): Schema => {
  const { properties } = (schemas[shape] ?? {}) as { readonly properties?: object };
  const names = Object.keys(properties ?? {});
  const isEnvelope = names.includes('data') && names.every((name) => ENVELOPE_KEYS.includes(name));
  return isEnvelope ? { $ref: `${schemaRef(shape).$ref}/properties/data` } : schemaRef(shape);
};

/** Describes the body of a response with status 200, as the front end of an endpoint gets it. */
export const responseOf = ({ config }: LoadedEndpoint, sample: unknown, schemas: NamedSchemas) => {
  const { envelope, errorsAsOk } = config.client ?? {};
  const data = dataOf(config.shape, schemas);
  const number = envelope === 'code' ? { code: { const: 200 } } : { status: { const: 0 } };
  const properties = { ...number, msg: { type: 'string' }, data };
  const body: Schema =
    envelope === undefined
      ? schemaRef(config.shape)
      : { type: 'object', required: Object.keys(properties), properties };
  return {
    schema: errorsAsOk ? { oneOf: [body, schemaRef('Problem')] } : body,
    examples: { sample: { value: envelope === undefined ? sample : wrapBody(sample, envelope) } },
  };
};
