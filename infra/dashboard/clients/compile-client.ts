import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type ClientConfig, type Envelope, METHODS, type Method } from '../../../shared/config/dashboard-config.ts';
import { programPath } from '../../build/program-files.ts';
import { parseDuration } from '../folder/duration.ts';
import { asFields, type Fields } from '../folder/fields.ts';

/** The request that a front end sends by default. */
interface ClientRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** The parameters of a POST. Those of the platform are the times of the request. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** A front end that Wallfeed knows: a file of schemas/clients/. */
export interface ClientPreset {
  readonly name: string;
  /** The product, with the version whose requests were read. */
  readonly title: string;
  /** Where its requests come from. Only a browser asks for CORS. */
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

/** Returns the front ends that Wallfeed knows, by name. */
export const clientPresets = (): ReadonlyMap<string, ClientPreset> => {
  presets ??= readPresets();
  return presets;
};

/** The front end whose requests and responses the interface describes. */
export const PLATFORM = 'platform';

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
