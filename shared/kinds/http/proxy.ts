import type { LookupAddress } from 'node:dns';
import { readFileSync } from 'node:fs';
import type { Agent, RequestOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { getCACertificates } from 'node:tls';
import { literalAddress, zoneOf, zoneOfUrl } from './addresses.ts';

/** An import of node:http would also load undici. */
const { Agent: HttpAgent } = process.getBuiltinModule('node:http');

const isThisMachine = (url: URL): boolean => {
  const literal = literalAddress(url);
  return (literal === undefined ? zoneOfUrl(url) : zoneOf(literal)) === 'loopback';
};

/** Creates an agent that uses each connection once, because a used one may be closed at any moment. */
const createAgent = (url: URL, proxyEnv: NodeJS.ProcessEnv): Agent =>
  url.protocol === 'https:' ? new HttpsAgent({ proxyEnv }) : new HttpAgent({ proxyEnv });

/** Returns the certificates of Node and those of a proxy that reads along. */
const certificatesWith = (bundle: string): readonly string[] => [
  ...getCACertificates('default'),
  readFileSync(bundle, 'utf8'),
];

/**
 * Returns the options of a request through the proxy of a company; undefined without one. Only the local stack uses a
 * proxy, and not for calls of this machine. A host in NO_PROXY is called at the given address, if its name has one.
 */
export const throughProxy = (
  url: URL,
  found: LookupAddress | undefined,
): (Pick<RequestOptions, 'agent' | 'host' | 'lookup'> & { readonly ca?: readonly string[] }) | undefined => {
  const { WALLFEED_STAGE, HTTP_PROXY, HTTPS_PROXY, NO_PROXY, AWS_CA_BUNDLE: bundle } = process.env;
  if (WALLFEED_STAGE !== 'local' || !(HTTP_PROXY || HTTPS_PROXY) || isThisMachine(url)) return undefined;
  return {
    agent: createAgent(url, { HTTP_PROXY, HTTPS_PROXY, NO_PROXY }),
    ...(bundle && { ca: certificatesWith(bundle) }),
    host: url.hostname.replace(/^\[|\]$/g, ''),
    lookup: (_, options, answer) => {
      const none = found ? null : Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
      if (options.all) answer(none, found ? [found] : []);
      else answer(none, found?.address ?? '', found?.family);
    },
  };
};
