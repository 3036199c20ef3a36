import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as requestTls } from 'node:https';
import { isIP } from 'node:net';
import { rootCertificates } from 'node:tls';
import { sendOnLiveConnection, watchReuse } from '../../aws/https-agent.ts';
import { endedBy } from '../../aws/retry-call.ts';
import { WallfeedError } from '../../errors/wallfeed-error.ts';
import { literalAddress, type Zone, zoneOf, zoneOfUrl } from './addresses.ts';
import { type Failure, failed } from './failures.ts';
import { throughProxy } from './proxy.ts';
import type { HostConfig } from './source.ts';

/** An import of node:http would also load undici. */
const { Agent: HttpAgent, request: requestPlain } = process.getBuiltinModule('node:http');

export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

const resolveName: Resolve = (hostname) => lookup(hostname, { all: true, verbatim: true });

export interface SentRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** True if the host may get the request twice. */
  readonly isRepeatable: boolean;
  /** The certificate of the company's own authority. */
  readonly authority?: string | undefined;
}

const isLocal = (): boolean => process.env.WALLFEED_STAGE === 'local';

const WORDS: Readonly<Record<Exclude<Zone, 'public'>, Omit<Failure, 'code'>>> = {
  forbidden: {
    message: 'its address is one that is never called',
    hint: 'write the address of the API itself; metadata and link-local addresses are refused',
  },
  loopback: { message: 'its address is this machine', hint: 'write the address of the API as functions reach it' },
  private: {
    message: 'its address is private',
    hint: 'add `private: true` to the host, and `vpc` to the dashboard',
  },
};

/** Returns the reason why an address may not be called; undefined if it may be. */
const refusalOf = (zone: Zone, { isPrivate }: HostConfig): Failure | undefined => {
  if (zone === 'public' || (zone !== 'forbidden' && isLocal()) || (zone === 'private' && isPrivate)) return undefined;
  return { code: 'SOURCE_DENIED', ...WORDS[zone], cause: { name: 'AddressRefused' } };
};

const check = (zone: Zone, host: HostConfig): void => {
  const refusal = refusalOf(zone, host);
  if (refusal) throw failed(host.name, refusal);
};

/**
 * Returns the address to connect to. The name is resolved once, so that a second look-up cannot lead elsewhere.
 * @throws WallfeedError SOURCE_DENIED if one of the addresses of the name may not be called.
 */
const addressOf = async (url: URL, host: HostConfig, signal: AbortSignal, resolve: Resolve): Promise<LookupAddress> => {
  const literal = literalAddress(url);
  if (literal === undefined || zoneOfUrl(url) === 'forbidden') check(zoneOfUrl(url), host);
  const found =
    literal === undefined
      ? await endedBy(resolve(url.hostname), signal)
      : [{ address: literal, family: isIP(literal) }];
  for (const { address } of found) check(zoneOf(address), host);
  const [first] = found;
  if (!first) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
  return first;
};

const AGENT = { keepAlive: true, maxSockets: 50, scheduling: 'lifo' } as const;
const AGENTS: Readonly<Record<string, Agent>> = { 'http:': new HttpAgent(AGENT), 'https:': new HttpsAgent(AGENT) };
for (const agent of Object.values(AGENTS)) watchReuse(agent as HttpsAgent);

/** Options of a connection. A list of certificates that is never changed suffices. */
type Place = RequestOptions & { readonly ca?: readonly string[] };

const optionsOf = (
  { method, url, headers, authority, body }: SentRequest,
  place: Place,
  signal: AbortSignal,
): Place => ({
  method,
  ...place,
  port: url.port === '' ? undefined : Number(url.port),
  path: `${url.pathname}${url.search}`,
  headers: {
    ...headers,
    host: url.host,
    'accept-encoding': 'gzip',
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
  },
  signal,
  maxHeaderSize: 64 * 1024,
  ...(url.protocol === 'https:' && {
    servername: isIP(url.hostname.replace(/^\[|\]$/g, '')) ? '' : url.hostname,
    rejectUnauthorized: true,
    ...(authority !== undefined && { ca: [...(place.ca ?? rootCertificates), authority] }),
  }),
});

const begin = (request: SentRequest, place: Place, signal: AbortSignal): Promise<IncomingMessage> => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const open = request.url.protocol === 'https:' ? requestTls : requestPlain;
  const sent: ClientRequest = open(optionsOf(request, place, signal) as RequestOptions, resolve);
  sent.on('error', reject);
  sent.end(request.body);
  return promise;
};

/**
 * Sends a request, and returns its response with the body still unread. Follows no redirect.
 * @throws WallfeedError SOURCE_DENIED for a refused address, and the errors of the connection.
 */
export const sendRequest = async (
  request: SentRequest,
  host: HostConfig,
  signal: AbortSignal,
  resolve: Resolve = resolveName,
): Promise<IncomingMessage> => {
  const { url, isRepeatable } = request;
  const found = await addressOf(url, host, signal, resolve).catch((error: unknown) => {
    // The proxy of a company finds names that this machine does not know.
    if (error instanceof WallfeedError || !throughProxy(url, undefined)) throw error;
    return undefined;
  });
  const proxied = throughProxy(url, found);
  if (proxied || !found) return begin(request, proxied ?? {}, signal);
  const { address } = found;
  // A request that must not arrive twice gets a connection of its own: a used one may be closed at any moment.
  if (!isRepeatable) return begin(request, { host: address, agent: false }, signal);
  const agent = AGENTS[url.protocol] as HttpsAgent;
  return sendOnLiveConnection({
    agent,
    host: address,
    isRepeatable: true,
    signal,
    send: (together) => begin(request, { host: address, agent }, together ?? signal),
  });
};
