import { digestOf } from '../../../shared/token/digest.ts';
import type { LoadedEndpoint } from '../../dashboard/load-dashboard.ts';
import type { ReadSecret } from './read-secret.ts';

/** The time that a request asks for. */
export interface RequestedTime {
  /** Milliseconds since 1970. */
  readonly currentTime: number;
  /** Minutes. */
  readonly timePeriod: number;
}

/** The parameters that a component sends. */
export interface SignedRequest extends RequestedTime {
  /** The digest of the times and the secret. */
  readonly token?: string;
}

/** Returns the parameters that a component sends; undefined if the endpoint has tokens and no secret is known. */
export const signRequest = (
  { config: { tokens } }: Pick<LoadedEndpoint, 'config'>,
  readSecret: ReadSecret,
  { currentTime, timePeriod }: RequestedTime,
): SignedRequest | undefined => {
  const parameters = { currentTime, timePeriod };
  if (tokens.length === 0) return parameters;
  for (const reference of tokens) {
    const secret = readSecret(reference);
    if (secret === undefined) continue;
    return { ...parameters, token: digestOf(String(timePeriod), String(currentTime), secret).toString('hex') };
  }
  return undefined;
};

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Writes a request as a curl command. */
export const formatCurl = (address: string, parameters: SignedRequest): string =>
  `curl -sS ${quote(address)} -H 'content-type: application/json' -d ${quote(JSON.stringify(parameters))}`;
