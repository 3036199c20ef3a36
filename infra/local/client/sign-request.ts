import { digestOf } from '../../../shared/token/digest.ts';
import type { LoadedEndpoint } from '../../dashboard/load-dashboard.ts';
import type { ReadSecret } from './read-secret.ts';

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

/** Returns the parameters that a component sends; undefined if the endpoint has tokens and no secret is known. */
export const signRequest = (
  { config: { tokens } }: Pick<LoadedEndpoint, 'config'>,
  readSecret: ReadSecret,
  { currentTime, timePeriod }: RequestedTime,
): SignedRequest | undefined => {
  const parameters = { currentTime, timePeriod };
  if (tokens.length === 0) return parameters;
  const secret = tokens.map(readSecret).find((one) => one !== undefined);
  return secret === undefined ? undefined : signWith(secret, parameters);
};

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Writes a request as a curl command. */
export const formatCurl = (address: string, parameters: SignedRequest): string =>
  `curl -sS ${quote(address)} -H 'content-type: application/json' -d ${quote(JSON.stringify(parameters))}`;
