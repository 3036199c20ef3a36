import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import { DURATION_UNITS } from '../../../shared/tabular/parse-duration.ts';
import { say } from '../../../shared/tabular/say.ts';
import { loadDashboardValidator } from '../../build/bundling/validators.ts';
import { ROW_KEYS } from '../endpoints/check-endpoint-keys.ts';
import { type DefinitionProblem, namePath } from '../folder/definition-problem.ts';
import { asFields, isText, mistypedKeys } from '../folder/fields.ts';
import { describeValue, didYouMean, inCode, shownName } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import { SOURCES, unknownKey } from '../registry/unknown-key.ts';

type Remedy = (value: unknown) => string | undefined;

/** Hints for an invalid value of a key: for the value itself, and for an entry of it. */
interface Remedies {
  readonly whole: Remedy;
  readonly entry?: Remedy;
}

const unitRemedy: Remedy = (value) => {
  const near = nearestNames(String(value), DURATION_UNITS, 1);
  return near.length > 0 ? didYouMean(near) : undefined;
};

const REMEDIES: Readonly<Record<string, Remedies>> = {
  blank: {
    whole: (value) =>
      Array.isArray(value) ? 'write at least one text: [N/A]' : `write a list: [${isText(value) ? value : 'N/A'}]`,
    entry: (value) => `write '${String(value ?? '')}' in quotes`,
  },
  units: {
    whole: (value) => `write a map: \`{ ${Array.isArray(value) && isText(value[0]) ? value[0] : 'ms'}: 1 }\``,
    entry: (value) => (typeof value === 'number' ? 'write a number above 0' : 'write a number'),
  },
  durations: {
    whole: (value) => `write a map of columns: \`{ Talk time: ${isText(value) ? value : 'minutes'} }\``,
    entry: unitRemedy,
  },
  months: {
    whole: (value) => (Array.isArray(value) && value.length === 12 ? undefined : 'write twelve names'),
  },
  comments: {
    whole: (value) => {
      if (value === null) return "write '#' in quotes";
      return typeof value === 'string' ? 'write 1 to 3 characters' : "write a text such as '#'";
    },
  },
  fillDown: { whole: () => 'write a list of columns: [Region]' },
  unnest: { whole: (value) => `write one path: ${Array.isArray(value) && isText(value[0]) ? value[0] : 'values'}` },
};

/** Minimum number of steps from the top of dashboard.yml to a key of a source. */
const MIN_STEPS = 3;

/** Returns undefined for other keys, whose description is the hint. */
const readingRemedy = (path: Path, value: unknown): string | undefined => {
  if (path.length < MIN_STEPS) return undefined;
  const [above, last] = path.slice(-2);
  const key = typeof last === 'string' && Object.hasOwn(REMEDIES, last) ? REMEDIES[last] : undefined;
  if (key) return key.whole(value);
  const parent = typeof above === 'string' && Object.hasOwn(REMEDIES, above) ? REMEDIES[above] : undefined;
  return parent?.entry?.(value);
};

/** Each description completes the sentence `write ...`. */
interface Described {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly patternProperties?: unknown;
}

const pathOf = ({ instancePath }: ErrorObject): Path =>
  instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step, index) => (index > 0 && /^\d+$/.test(step) ? Number(step) : step));

const described = (error: ErrorObject): string =>
  (error.parentSchema as Described | undefined)?.description ?? String(error.message);

/** Keys of `database` where a password may have been pasted by mistake. */
const NAMED_DATABASE = new Set<Path[number] | undefined>([undefined, 'cluster', 'secret', 'name']);

const sensitive = (path: Path): string | undefined => {
  const name = namePath(path);
  if (path[0] === 'hosts' && path.length > 2 && /^(?:auth|login|authority)$/.test(String(path[2])))
    return `${name} does not say where a secret is kept; is it the secret itself?`;
  if (path.includes('apiKey')) return `${name} does not say where a key is kept; is it the key itself?`;
  if (path.includes('webhook') && path.at(-1) === 'place')
    return `${name} does not say where the address is kept; is it the address itself?`;
  if (path.includes('token')) return `${name} does not say where a token is kept; is it the token itself?`;
  if (path[0] === 'database' && NAMED_DATABASE.has(path[1])) return `${name} does not have the right form`;
  return undefined;
};

/** True for `token: none` of the dashboard itself. Only an endpoint can switch off the dashboard's token. */
const isTokenOff = (path: Path, data: unknown): boolean =>
  path.length === 1 && (path[0] === 'token' || path[0] === 'apiKey') && data === 'none';

/** Returns the form in which browsers send an origin whose host has letters of other languages: `https://xn--…`. */
const asciiOrigin = ([key, index]: Path, data: unknown): string | undefined => {
  if (key !== 'origins' || index === undefined || typeof data !== 'string' || !URL.canParse(data)) return undefined;
  const { origin, pathname } = new URL(data);
  return /^https?:\/\/[!-~]*xn--/.test(origin) && pathname === '/' ? origin : undefined;
};

const ENVELOPES = ['plain', 'code', 'status'];

const ENGINE_NAMES: readonly (readonly [RegExp, string])[] = [
  [/maria|mysql/i, 'mysql'],
  [/^pg$|postgre/i, 'postgresql'],
];

const engineOf = (error: ErrorObject): string | undefined =>
  pathOf(error).at(-1) === 'engine'
    ? ENGINE_NAMES.find(([pattern]) => pattern.test(String(error.data)))?.[1]
    : undefined;

/** Returns `did you mean week? ` if a text is nearly one of the words that the schema accepts. */
const suggestion = (error: ErrorObject): string => {
  const { keyword, data, schema } = error;
  const words = keyword === 'pattern' ? String(schema).match(/(?<=\|\(?|\^\(?)[a-z]{3,}(?=[|)])/g) : null;
  const engine = engineOf(error);
  if (engine !== undefined) return `${didYouMean([engine])} `;
  const near = typeof data === 'string' ? nearestNames(data, words ?? [], 1) : [];
  if (near.length > 0) return `${didYouMean(near)} `;
  const [envelope] = pathOf(error).at(-1) === 'envelope' ? nearestNames(String(data), ENVELOPES, 1) : [];
  return envelope === undefined ? '' : `${didYouMean([inCode(envelope)])} `;
};

const cannotBe = (error: ErrorObject): DefinitionProblem => {
  const path = pathOf(error);
  if (isTokenOff(path, error.data)) {
    const [secret] = path;
    const noun = secret === 'token' ? 'token' : 'API key';
    return { path, message: say`there is no ${noun} to switch off here`, hint: `leave \`${secret}\` out` };
  }
  const ascii = asciiOrigin(path, error.data);
  if (ascii !== undefined)
    return { path, message: say`${namePath(path)} is not written as browsers send it`, hint: `write ${ascii}` };
  const name = namePath(path) || 'the file';
  const message = sensitive(path) ?? `${name} cannot be ${describeValue(error.data)}`;
  return { path, message, hint: `${suggestion(error)}write ${described(error)}` };
};

const required = (error: ErrorObject): DefinitionProblem => {
  const { missingProperty } = error.params as { missingProperty: string };
  const { properties } = error.parentSchema as Described;
  const path = pathOf(error);
  const missing = namePath([...path, missingProperty]);
  const meaning = properties?.[missingProperty]?.description;
  const hint = `add ${inCode(missingProperty)}${meaning === undefined ? '' : `: ${meaning}`}`;
  return { path, part: 'key', message: say`${missing} is missing`, hint };
};

const additional = (error: ErrorObject): DefinitionProblem => {
  const { additionalProperty } = error.params as { additionalProperty: string };
  const { properties = {}, patternProperties } = error.parentSchema as Described;
  const known = [...Object.keys(properties), ...(patternProperties ? ROW_KEYS : [])];
  return unknownKey(
    [...pathOf(error), additionalProperty],
    nearestNames(additionalProperty, known, 2),
    known,
    error.data,
  );
};

const NAMED: Readonly<Record<string, string>> = { datasets: 'a dataset', hosts: 'a host' };

const badName = (error: ErrorObject): DefinitionProblem => {
  const { propertyName } = error as { propertyName?: string };
  const path = [...pathOf(error), String(propertyName)];
  return {
    path,
    part: 'key',
    message: say`${shownName(String(propertyName))} cannot be the name of ${NAMED[String(path[0])] ?? 'an endpoint'}`,
    hint: `write ${described(error)}`,
  };
};

const few = (error: ErrorObject): DefinitionProblem => {
  const path = pathOf(error);
  const isShort = Array.isArray(error.data) && error.data.length > 0;
  return {
    path,
    part: 'key',
    message: say`${namePath(path)} is ${isShort ? 'too short' : 'empty'}`,
    hint: `write ${described(error)}`,
  };
};

const secondSource = (path: Path, value: unknown): Path => {
  const map = path.slice(0, -1);
  const fields = map.reduce<unknown>((inner, step) => asFields(inner)[step], value);
  const sources = Object.keys(asFields(fields)).filter((key) => SOURCES.includes(key));
  return [...map, sources[1] ?? path.at(-1) ?? ''];
};

const second = (error: ErrorObject, value: unknown): DefinitionProblem => {
  const path = secondSource(pathOf(error), value);
  return { path, part: 'key', message: say`${namePath(path)} is a second source`, hint: `keep ${described(error)}` };
};

const twice = (error: ErrorObject): DefinitionProblem => {
  const path = pathOf(error);
  return { path, message: say`${namePath(path)} contains the same entry twice`, hint: 'keep one of them' };
};

/** Other keywords are described by `cannotBe`. */
const READERS: Readonly<Record<string, (error: ErrorObject, value: unknown) => DefinitionProblem>> = {
  required,
  dependentRequired: required,
  additionalProperties: additional,
  pattern: (error) => ('propertyName' in error ? badName(error) : cannotBe(error)),
  minProperties: few,
  minItems: few,
  uniqueItems: twice,
  not: second,
};

/** Keywords whose errors concern a key or its parent, and not the value. */
const OF_KEYS = new Set(['required', 'dependentRequired', 'additionalProperties', 'not']);

/** Keywords whose errors only repeat the errors inside them. */
const CONTAINERS = new Set(['if', 'propertyNames']);

/** True if the map has the missing key with a typo. The typo is reported as an unknown key instead. */
const isMistyped = ({ data, params, parentSchema }: ErrorObject): boolean => {
  const { properties = {} } = parentSchema as Described;
  return mistypedKeys(data, Object.keys(properties)).includes(params.missingProperty);
};

let loaded: Promise<ValidateFunction> | undefined;

export const checkSchema = async (value: unknown): Promise<readonly DefinitionProblem[]> => {
  loaded ??= loadDashboardValidator();
  const validate = await loaded;
  if (validate(value)) return [];
  return (validate.errors ?? [])
    .filter((error) => !CONTAINERS.has(error.keyword) && !isMistyped(error))
    .map((error) => {
      const problem = (READERS[error.keyword] ?? cannotBe)(error, value);
      const hint = OF_KEYS.has(error.keyword) ? undefined : readingRemedy(problem.path, error.data);
      return hint === undefined ? problem : { ...problem, hint };
    });
};
