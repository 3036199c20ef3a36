import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import { type ClientConfig, type Envelope, METHODS, type Method } from '../../../shared/config/dashboard-config.ts';
import { MAX_PERIOD_MINUTES } from '../../../shared/middleware/parse-request.ts';
import { say } from '../../../shared/tabular/say.ts';
import { programPath } from '../../program/program-files.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import type { Problem } from '../folder/diagnostic.ts';
import { parseDuration } from '../folder/duration.ts';
import { asFields, type Fields } from '../folder/fields.ts';
import { describeValue, didYouMean, inCode, quoted } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';

interface ClientRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** For the platform, the times of the request. */
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface ClientPreset {
  readonly name: string;
  readonly title: string;
  /** The sender of the front end's requests. Only a browser needs CORS. */
  readonly from: 'browser' | 'server';
  /** The keys of `client` that the name stands for. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly request: ClientRequest;
}

const EXTENSION = '.json';

const readPresets = (): ReadonlyMap<string, ClientPreset> => {
  const files = readdirSync(programPath('schemas', 'clients')).filter((file) => file.endsWith(EXTENSION));
  return new Map(
    files.sort().map((file) => {
      const name = basename(file, EXTENSION);
      return [name, { name, ...JSON.parse(readFileSync(programPath('schemas', 'clients', file), 'utf8')) }];
    }),
  );
};

let presets: ReadonlyMap<string, ClientPreset> | undefined;

export const clientPresets = (): ReadonlyMap<string, ClientPreset> => {
  presets ??= readPresets();
  return presets;
};

export const PLATFORM = 'platform';

export interface ClientSettings {
  /** A front end that is described by the key `like` has the name after `like`. */
  readonly name: string;
  readonly methods: readonly Method[];
  /** Request headers that pages may send, in lower case, besides those of the platform. */
  readonly headers: readonly string[];
  readonly credentials: boolean;
  /** Milliseconds. Absent if each request must have a time. */
  readonly period?: number;
  readonly envelope: 'plain' | Envelope;
  readonly errors: 'status' | 200;
}

/** Keeps the headers of the preset and of `client` itself. */
const settingsOf = ({ settings }: ClientPreset, own: Fields): Fields => ({
  ...settings,
  ...own,
  headers: [settings.headers, own.headers].flat(),
});

const nameOfClient = (value: unknown): string => {
  const name = typeof value === 'string' ? value : asFields(value).like;
  return typeof name === 'string' ? name : PLATFORM;
};

const textsOf = (value: unknown): readonly string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string');

export const compileClient = (value: unknown): ClientSettings => {
  const presets = clientPresets();
  const name = nameOfClient(value);
  const preset = presets.get(name) ?? presets.get(PLATFORM);
  if (!preset) throw new Error(`the client ${PLATFORM} is missing`);
  const { methods, headers, credentials, period, envelope, errors } = settingsOf(preset, asFields(value));
  const periodMs = parseDuration(period);
  const sent = textsOf(methods);
  return {
    name,
    methods: METHODS.filter((method) => sent.includes(method)).sort((a, b) => sent.indexOf(a) - sent.indexOf(b)),
    headers: [...new Set(textsOf(headers).map((header) => header.toLowerCase()))].sort(),
    credentials: credentials === true,
    ...(periodMs !== undefined && { period: periodMs }),
    envelope: envelope === 'code' || envelope === 'status' ? envelope : 'plain',
    errors: errors === 200 ? 200 : 'status',
  };
};

const MINUTE_MS = 60_000;

/** Returns the part of the settings that a function needs; undefined if the settings are those of the platform. */
export const configOfClient = ({ methods, period, envelope, errors }: ClientSettings): ClientConfig | undefined => {
  const isOwn = methods.join() !== 'POST' || period !== undefined || envelope !== 'plain' || errors === 200;
  if (!isOwn) return undefined;
  return {
    methods,
    ...(period !== undefined && { period: period / MINUTE_MS }),
    ...(envelope !== 'plain' && { envelope }),
    ...(errors === 200 && { errorsAsOk: true }),
  };
};

const clientNames = (): string => [...clientPresets().keys()].map(inCode).join(', ');

const unknownClient = (value: unknown, path: Path): readonly DefinitionProblem[] => {
  const name = nameOfClient(value);
  const known = [...clientPresets().keys()];
  if (known.includes(name)) return [];
  const near = nearestNames(name, known, 2);
  const hint = near.length > 0 ? didYouMean(near.map(inCode)) : `write one of ${clientNames()}`;
  return [
    { path: typeof value === 'string' ? path : [...path, 'like'], message: say`unknown client ${quoted(name)}`, hint },
  ];
};

/** Headers that browsers set themselves, and pages cannot (https://fetch.spec.whatwg.org/#forbidden-request-header). */
const FORBIDDEN =
  /^(?:accept-charset|accept-encoding|access-control-request-(?:headers|method|private-network)|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|(?:proxy|sec)-.*)$/i;

const HEADER = /^[!#$%&'+.^_`|~0-9A-Za-z-]+$/;

/** Returns why pages cannot send a header; undefined if they can. */
export const headerFault = (header: string): Problem | undefined => {
  if (!HEADER.test(header))
    return {
      message: say`${describeValue(header)} is no name of a header`,
      hint: 'write a name such as x-access-token',
    };
  if (!FORBIDDEN.test(header)) return undefined;
  const hint = /^cookie/i.test(header)
    ? 'write `credentials: true` in `client`, with which pages send their cookies'
    : 'remove it: the browser sets this header itself';
  return { message: say`no page can set the header ${header}`, hint };
};

const headerProblems = (headers: unknown, path: Path): readonly DefinitionProblem[] =>
  [headers].flat().flatMap((header, index): readonly DefinitionProblem[] => {
    const fault = typeof header === 'string' ? headerFault(header) : undefined;
    return fault ? [{ path: [...path, index], ...fault }] : [];
  });

/** Returns the path of the key that decides a setting: its own key, or the whole `client`. */
const pathOf = (value: unknown, key: string, path: Path): Path =>
  Object.hasOwn(asFields(value), key) ? [...path, key] : path;

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

const periodProblems = (value: unknown, path: Path): readonly DefinitionProblem[] => {
  const { period } = asFields(value);
  const ms = parseDuration(period);
  if (ms === undefined || (ms > 0 && ms <= MAX_PERIOD_MINUTES * MINUTE_MS)) return [];
  const message = `\`client.period\` cannot be ${describeValue(period)}`;
  return [{ path: [...path, 'period'], message, hint: 'write the usual length of a time window, such as 60m' }];
};

/** @param origins the `origins` of the dashboard. */
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
