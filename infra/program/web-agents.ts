import { readFileSync } from 'node:fs';
import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { getCACertificates } from 'node:tls';

export const WEB_VARIABLES = /^((https?|no)_proxy|AWS_CA_BUNDLE)$/i;

export interface WebAgents {
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
}

/** Writes the address of a proxy as a URL, because `proxy.example.com:8080` is common. */
const proxyUrl = (text: string | undefined): string | undefined =>
  !text || text.includes('://') ? text : `http://${text}`;

/** Returns the variables of the company's proxies in capitals, with addresses as URLs. */
export const readProxies = () => {
  const { HTTP_PROXY, HTTPS_PROXY, NO_PROXY, http_proxy, https_proxy, no_proxy } = process.env;
  const [http, https] = [proxyUrl(http_proxy || HTTP_PROXY), proxyUrl(https_proxy || HTTPS_PROXY)];
  return {
    ...(http && { HTTP_PROXY: http }),
    ...(https && { HTTPS_PROXY: https }),
    ...((http || https) && { NO_PROXY: no_proxy || NO_PROXY || '' }),
  };
};

const certificatesWith = (file: string): readonly string[] => {
  try {
    return [...getCACertificates('default'), readFileSync(file, 'utf8')];
  } catch (error) {
    throw new Error(
      `AWS_CA_BUNDLE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}). Correct the path, or unset it`,
    );
  }
};

let made: { readonly key: string; readonly agents: WebAgents } | undefined;

/** Returns undefined if no variable for proxies and certificates is set. Node itself reads NODE_EXTRA_CA_CERTS. */
export const webAgents = (): WebAgents | undefined => {
  const proxyEnv = readProxies();
  const { AWS_CA_BUNDLE: bundle } = process.env;
  if (Object.keys(proxyEnv).length === 0 && !bundle) return undefined;
  const key = JSON.stringify([proxyEnv, bundle]);
  if (made?.key !== key) {
    const options = { keepAlive: true, proxyEnv };
    const ca = bundle ? { ca: [...certificatesWith(bundle)] } : {};
    made = { key, agents: { httpAgent: new HttpAgent(options), httpsAgent: new HttpsAgent({ ...options, ...ca }) } };
  }
  return made.agents;
};

/** The statuses of responses without a body. */
const BODILESS = new Set([204, 205, 304]);

interface WebRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal;
}

const requestThrough = async (
  { httpAgent, httpsAgent }: WebAgents,
  url: string,
  init: WebRequest,
): Promise<Response> => {
  const { method = 'GET', headers = {}, body, signal } = init;
  const isSecure = url.startsWith('https:');
  const [send, agent] = isSecure ? [requestHttps, httpsAgent] : [requestHttp, httpAgent];
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  send(url, { method, headers, agent, ...(signal && { signal }) }, (message) => {
    const { statusCode: status = 0, headersDistinct } = message;
    const pairs = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    buffer(message).then((content) => {
      resolve(new Response(BODILESS.has(status) ? null : new Uint8Array(content), { status, headers: pairs }));
    }, reject);
  })
    .on('error', (error) => reject(signal?.aborted ? signal.reason : error))
    .end(body);
  return promise;
};

/** Sends a request like `fetch`, through the proxies of the environment. Follows no redirects if there is a proxy. */
export const fetchWeb = (url: string, init: WebRequest & { readonly redirect?: 'manual' }): Promise<Response> => {
  const agents = webAgents();
  if (agents) return requestThrough(agents, url, init);
  const { body, ...rest } = init;
  return fetch(url, { ...rest, ...(body !== undefined && { body }) });
};

interface ProxyError {
  readonly code?: string;
  readonly statusCode?: number;
}

const ASKS_FOR_PASSWORD = 407;

/** Explains that a proxy refused a connection, and what to do; undefined for other errors. The text has no password. */
export const explainProxy = (error: unknown): string | undefined => {
  const { code, statusCode } = Object(error) as ProxyError;
  if (code !== 'ERR_PROXY_TUNNEL') return undefined;
  const { HTTPS_PROXY = '' } = readProxies() as { readonly HTTPS_PROXY?: string };
  const host = URL.canParse(HTTPS_PROXY) ? new URL(HTTPS_PROXY).host : '';
  return statusCode === ASKS_FOR_PASSWORD
    ? `The proxy ${host} asks for a user and a password, or refuses those that it got: write them into HTTPS_PROXY, as http://user:password@${host}`
    : `The proxy ${host} opened no connection${statusCode ? ` (status ${statusCode})` : ''}: allow the host there, or name it in NO_PROXY`;
};
