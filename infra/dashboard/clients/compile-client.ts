import { type ClientConfig, type Envelope, METHODS, type Method } from '../../../shared/config/client.ts';
import { parseDuration } from '../folder/duration.ts';
import { asFields, type Fields } from '../folder/fields.ts';
import { type ClientPreset, clientPresets, PLATFORM } from './presets.ts';

/** How the front end of an endpoint sends requests, and what it reads. */
export interface ClientSettings {
  /** The name of the front end, or that of `like`. */
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

/** Returns the keys of a `client`: those of its name or its `like`, changed by its own. */
const settingsOf = ({ settings }: ClientPreset, own: Fields): Fields => ({
  ...settings,
  ...own,
  headers: [settings.headers, own.headers].flat(),
});

/** Returns the name of the front end that a `client` begins with. */
export const nameOfClient = (value: unknown): string => {
  const name = typeof value === 'string' ? value : asFields(value).like;
  return typeof name === 'string' ? name : PLATFORM;
};

const textsOf = (value: unknown): readonly string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string');

/** Returns the settings of a `client`, as far as it is valid. */
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

/** Returns the part of the settings that a function needs; undefined if it is that of the platform. */
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
