import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { programPath } from '../../build/program-files.ts';

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
