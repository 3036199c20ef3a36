import { type RequestedTime, signWith } from '../../local/client/sign-request.ts';

/** The token that a data source requires. */
export interface TokenUse {
  readonly isNeeded: boolean;
  /** The secret, which never leaves this machine. Absent if it is not known. */
  readonly secret?: string | undefined;
  /** The allowed distance of `currentTime` from the clock, in milliseconds. Absent if any distance is allowed. */
  readonly maxSkew?: number | undefined;
}

/** Writes a request as a component does, signed if the secret is known. */
export const writeRequest = (time: RequestedTime, { secret }: Pick<TokenUse, 'secret'>): string =>
  JSON.stringify(secret === undefined ? time : signWith(secret, time));
