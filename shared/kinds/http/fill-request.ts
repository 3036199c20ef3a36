import type { SqlField } from '../../config/dashboard-config.ts';
import type { RequestWindow } from '../../sources/rds-data.ts';
import type { HostCall, Template, TemplateMap } from './source.ts';
import { writeTime } from './write-time.ts';

/** The values that replace placeholders. */
export interface Filling {
  readonly window: RequestWindow;
  readonly times: string;
  readonly timezone: string;
  /** The parameters of endpoints that may be placeholders. */
  readonly own: readonly string[];
  readonly secretOf: (name: string) => string;
}

/** A request as it is sent, apart from what shows that it may read. */
export interface FilledCall {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const MINUTE_MS = 60_000;

type Value = string | number | undefined;

const valueOfField = (field: SqlField | undefined): Value => {
  if (!field || 'isNull' in field) return undefined;
  if ('stringValue' in field) return field.stringValue;
  return 'longValue' in field ? field.longValue : field.doubleValue;
};

/** Returns the value of a placeholder by its name; undefined for a parameter that the request does not send. */
const valueNamed = (name: string, { window, times, timezone }: Filling): Value => {
  const { currentTime, timePeriod, values } = window;
  if (name === 'from') return writeTime(currentTime - timePeriod * MINUTE_MS, times, timezone);
  if (name === 'to') return writeTime(currentTime, times, timezone);
  if (name === 'currentTime') return currentTime;
  if (name === 'timePeriod') return timePeriod;
  return valueOfField(values?.fieldOf(name));
};

const TIMES = ['from', 'to', 'currentTime', 'timePeriod'];

/** Returns an expression for all placeholders `:name` of a text. */
export const placeholders = (own: readonly string[]): RegExp =>
  new RegExp(`(?<![\\w:]):(${[...TIMES, ...own].join('|')})(?!\\w)`, 'g');

const SECRET = /^ssm:(\/.+)$/;

/** Returns the name of the secret that a text stands for; undefined for any other text. */
export const secretIn = (text: string): string | undefined => SECRET.exec(text)?.[1];

const fillText = (text: string, filling: Filling): Value => {
  const secret = secretIn(text);
  if (secret !== undefined) return filling.secretOf(secret);
  const pattern = placeholders(filling.own);
  const [whole, name] = pattern.exec(text) ?? [];
  if (whole === text && name !== undefined) return valueNamed(name, filling);
  return text.replaceAll(pattern, (_, one: string) => String(valueNamed(one, filling) ?? ''));
};

/** Fills in a value of JSON. A map loses the keys of parameters that the request does not send. */
export const fillTemplate = (template: Template, filling: Filling): unknown => {
  if (typeof template === 'string') return fillText(template, filling);
  if (Array.isArray(template)) return template.map((one) => fillTemplate(one, filling) ?? null);
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template as TemplateMap).flatMap(([key, one]) => {
      const value = fillTemplate(one, filling);
      return value === undefined ? [] : [[key, value]];
    }),
  );
};

/** Fills in the fields of a query or of a form. A list becomes several fields with one name. */
export const fillFields = (fields: TemplateMap, filling: Filling): readonly (readonly [string, string])[] =>
  Object.entries(Object(fillTemplate(fields, filling))).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one ?? '')] as const),
  );

/** Matches a name in braces in the path of a request. */
export const IN_PATH = /\{([A-Za-z]\w*)\}/g;

/** A step of a path that would lead to another folder. */
const LEADS_OUT = /(?:^|\/)\.{1,2}(?:\/|$)/;

/** Fills in the path of a request. @throws RangeError if a value would lead to another folder. */
const fillPath = (path: string, filling: Filling): string => {
  const filled = path.replaceAll(IN_PATH, (_, name: string) =>
    encodeURIComponent(String(valueNamed(name, filling) ?? '')),
  );
  if (LEADS_OUT.test(filled)) throw new RangeError('a value of the path leads out of its folder');
  return filled;
};

/** Parses an address, which may be relative to another one. Returns undefined for any other text. */
export const parseUrl = (text: string, base: URL): URL | undefined =>
  URL.canParse(text, String(base)) ? new URL(text, base) : undefined;

/** Returns an address below the address of a host. */
export const urlBelow = (url: string, path: string): URL =>
  new URL(path === '' ? url : `${url}/${path.replace(/^\//, '')}`);

const BODIES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
} as const;

const writeForm = (fields: readonly (readonly [string, string])[]): string => {
  const form = new URLSearchParams();
  for (const [name, value] of fields) form.append(name, value);
  return String(form);
};

/** Fills in the body of a request, and names its type. */
export const fillBody = (
  { body, form }: Pick<HostCall, 'body' | 'form'>,
  filling: Filling,
): Pick<FilledCall, 'headers' | 'body'> => {
  if (form)
    return {
      headers: { 'content-type': BODIES.form },
      body: writeForm(fillFields(form, filling)),
    };
  if (body === undefined) return { headers: {} };
  return { headers: { 'content-type': BODIES.json }, body: JSON.stringify(fillTemplate(body, filling)) };
};

/** Adds fields to the query of an address. A field replaces those of the same name. */
export const withQuery = (url: URL, fields: readonly (readonly [string, string])[]): URL => {
  const changed = new URL(url);
  for (const [name] of fields) changed.searchParams.delete(name);
  for (const [name, value] of fields) changed.searchParams.append(name, value);
  return changed;
};

/** Fills in a request. @throws RangeError as `fillPath` does. */
export const fillCall = (call: HostCall, filling: Filling): FilledCall => {
  const { host, path, method, query = {}, headers = {} } = call;
  const filled = fillBody(call, filling);
  const written = Object.entries(headers).map(([name, text]) => [
    name.toLowerCase(),
    String(fillText(text, filling) ?? ''),
  ]);
  return {
    ...filled,
    method,
    url: withQuery(urlBelow(host.url, fillPath(path, filling)), fillFields(query, filling)),
    headers: {
      accept: 'application/json, text/csv;q=0.9, */*;q=0.5',
      ...filled.headers,
      ...Object.fromEntries(written),
    },
  };
};
