import type { IncomingHttpHeaders } from 'node:http';

const MISDIRECTED_REQUEST = 421;
const FORBIDDEN = 403;

/** The HTTP status and the message with which a request is refused. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
}

/**
 * Refuses requests that use another name of this machine (DNS rebinding), and requests from pages of other origins.
 * Returns undefined for a request of the console's own page.
 */
export const checkSender = (headers: IncomingHttpHeaders, port: number): Refusal | undefined => {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host = '', origin } = headers;
  if (!hosts.includes(host.toLowerCase()))
    return { status: MISDIRECTED_REQUEST, message: 'The console accepts requests only at its own address.' };
  if (origin !== undefined && !hosts.some((own) => origin === `http://${own}`))
    return { status: FORBIDDEN, message: 'The console accepts requests only from its own page.' };
  if (headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate')
    return { status: FORBIDDEN, message: 'The console accepts requests only from its own page.' };
  return undefined;
};
