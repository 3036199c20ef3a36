import { join } from 'node:path';
import type { TokenReference } from '../../shared/config/dashboard-config.ts';
import { digestOf } from '../../shared/token/digest.ts';
import type { LoadedEndpoint } from '../dashboard/definition/load-dashboard.ts';
import { readSecrets, SECRETS_FILE } from '../dashboard/head/read-secrets.ts';
import type { SentRequest } from './send-request.ts';

export type ReadSecret = (reference: TokenReference) => string | undefined;

/** Returns a function that reads the current secret of a token, from .secrets.yml or the environment. */
export const createReadSecret = async (folder: string): Promise<ReadSecret> => {
  const { values } = await readSecrets(join(folder, SECRETS_FILE));
  return ({ from, name }) => {
    if (from === 'env') return process.env[name] || undefined;
    return Object.hasOwn(values, name) ? values[name] : undefined;
  };
};

/** The time window of a request. */
export interface RequestedTime {
  /** Time of the request in milliseconds since 1970. */
  readonly currentTime: number;
  /** Length of the time window in minutes. */
  readonly timePeriod: number;
}

/** The parameters that a component sends. */
export interface SignedRequest extends RequestedTime {
  /** The digest of the times and the secret. */
  readonly token?: string;
}

/** Returns the parameters that a component sends, signed with a secret. */
export const signWith = (secret: string, { currentTime, timePeriod }: RequestedTime): SignedRequest => ({
  currentTime,
  timePeriod,
  token: digestOf(String(timePeriod), String(currentTime), secret).toString('hex'),
});

/** Returns the parameters that a component sends, which needs no digest beside an API key; undefined if the endpoint has tokens and no secret is known. */
export const signRequest = (
  { config: { tokens, apiKey } }: Pick<LoadedEndpoint, 'config'>,
  readSecret: ReadSecret,
  { currentTime, timePeriod }: RequestedTime,
): SignedRequest | undefined => {
  const parameters = { currentTime, timePeriod };
  if (tokens.length === 0 || apiKey) return parameters;
  const secret = tokens.map(readSecret).find((one) => one !== undefined);
  return secret === undefined ? undefined : signWith(secret, parameters);
};

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Writes a request as a curl command. */
export const formatCurl = ({ url, headers, body }: SentRequest): string => {
  const sent = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  return ['curl -sS', quote(url), ...sent, ...(body === undefined ? [] : [`-d ${quote(body)}`])].join(' ');
};
