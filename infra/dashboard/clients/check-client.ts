import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import { MAX_PERIOD_MINUTES } from '../../../shared/middleware/parse-request.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import type { Problem } from '../folder/diagnostic.ts';
import { parseDuration } from '../folder/duration.ts';
import { asFields } from '../folder/fields.ts';
import { describeValue, didYouMean, inCode, quoted } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import { clientPresets, compileClient, nameOfClient } from './compile-client.ts';

/** Returns the names of all front ends, for messages. */
export const clientNames = (): string => [...clientPresets().keys()].map(inCode).join(', ');

const unknownClient = (value: unknown, path: Path): readonly DefinitionProblem[] => {
  const name = nameOfClient(value);
  const known = [...clientPresets().keys()];
  if (known.includes(name)) return [];
  const near = nearestNames(name, known, 2);
  const hint = near.length > 0 ? didYouMean(near.map(inCode)) : `write one of ${clientNames()}`;
  return [
    { path: typeof value === 'string' ? path : [...path, 'like'], message: `unknown client ${quoted(name)}`, hint },
  ];
};

/** Headers that browsers set themselves, and pages cannot (https://fetch.spec.whatwg.org/#forbidden-request-header). */
const FORBIDDEN =
  /^(?:accept-charset|accept-encoding|access-control-request-(?:headers|method|private-network)|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|(?:proxy|sec)-.*)$/i;

const HEADER = /^[!#$%&'+.^_`|~0-9A-Za-z-]+$/;

/** Returns why pages cannot send a header; undefined if they can. */
export const headerFault = (header: string): Problem | undefined => {
  if (!HEADER.test(header))
    return { message: `${describeValue(header)} is no name of a header`, hint: 'write a name such as x-access-token' };
  if (!FORBIDDEN.test(header)) return undefined;
  const hint = /^cookie/i.test(header)
    ? 'write `credentials: true` in `client`, with which pages send their cookies'
    : 'remove it: the browser sets it, and asks nobody';
  return { message: `no page can set the header ${header}`, hint };
};

const headerProblems = (headers: unknown, path: Path): readonly DefinitionProblem[] =>
  [headers].flat().flatMap((header, index): readonly DefinitionProblem[] => {
    const fault = typeof header === 'string' ? headerFault(header) : undefined;
    return fault ? [{ path: [...path, index], ...fault }] : [];
  });

/** Returns the path of the key that decides a setting: its own key, or the whole `client`. */
const pathOf = (value: unknown, key: string, path: Path): Path => (key in asFields(value) ? [...path, key] : path);

const ORIGINS = "write `origins: ['https://wall.example.com']` with the address of the front end";

const originProblems = (value: unknown, path: Path, origins: unknown): readonly DefinitionProblem[] => {
  const { name, credentials } = compileClient(value);
  const isOpen = origins === undefined || (Array.isArray(origins) && origins.includes('*'));
  if (credentials && isOpen) {
    const message = `browsers refuse \`credentials\` from any origin, and \`origins\` is ${origins === undefined ? "not set, which means '*'" : "['*']"}`;
    return [{ path: pathOf(value, 'credentials', path), message, hint: ORIGINS }];
  }
  if (origins !== undefined || clientPresets().get(name)?.from !== 'browser') return [];
  const message = `without \`origins\`, every page of the internet may read what ${name} reads`;
  return [{ path, message, hint: ORIGINS, severity: 'warning' }];
};

const MINUTE_MS = 60_000;

const periodProblems = (value: unknown, path: Path): readonly DefinitionProblem[] => {
  const { period } = asFields(value);
  const ms = parseDuration(period);
  if (ms === undefined || (ms > 0 && ms <= MAX_PERIOD_MINUTES * MINUTE_MS)) return [];
  const message = `\`client.period\` cannot be ${describeValue(period)}`;
  return [{ path: [...path, 'period'], message, hint: 'write the usual length of a time window, such as 60m' }];
};

/**
 * Finds errors in a `client` that the schema cannot express.
 * @param origins the `origins` of the dashboard.
 */
export const checkClient = (value: unknown, path: Path, origins: unknown): readonly DefinitionProblem[] => {
  if (value === undefined) return [];
  const unknown = unknownClient(value, path);
  return [
    ...unknown,
    ...headerProblems(asFields(value).headers ?? [], [...path, 'headers']),
    ...periodProblems(value, path),
    ...(unknown.length === 0 ? originProblems(value, path, origins) : []),
  ];
};
