import type { Method } from '../../shared/config/client.ts';
import type { ParameterConfig } from '../../shared/config/parameter.ts';
import { wrapBody } from '../../shared/middleware/envelope.ts';
import type { LoadedEndpoint } from '../dashboard/definition/load-dashboard.ts';
import { requiredValues } from '../dashboard/parameters/compile-parameters.ts';
import { type NamedSchemas, type Schema, schemaRef, TIMES } from './request-schemas.ts';

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

/** Describes the values of a parameter that an endpoint declares. */
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

/** Describes the headers that the front end of an endpoint sends for itself, such as that of its login. */
export const headersOf = ({ client }: LoadedEndpoint): readonly Schema[] =>
  (client?.headers ?? []).map((name) => ({
    name,
    in: 'header',
    required: false,
    description: 'A header of the front end. Its value is ignored.',
    schema: { type: 'string' },
  }));

/** Describes the parameters of a GET, which are in the query. */
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

/** Describes the parameters of a POST, which are in its body. */
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

/** Returns the schema of the data in an envelope. The body of some shapes is an envelope itself, which is opened. */
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
