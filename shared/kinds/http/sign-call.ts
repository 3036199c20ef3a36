import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { readCredentials } from '../../aws/send-signed.ts';
import type { FilledCall } from './fill-request.ts';

/** Signs a request to a host of AWS with the role of the function. */
export const signCall = async (
  call: FilledCall,
  { service, region }: { readonly service: string; readonly region: string },
): Promise<FilledCall> => {
  const { method, url, headers, body } = call;
  const signer = new SignatureV4({ credentials: readCredentials, region, service, sha256: Sha256 });
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(url.searchParams.keys())) query[name] = url.searchParams.getAll(name);
  const signed = await signer.sign({
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    query,
    headers: { ...headers, host: url.host },
    ...(body !== undefined && { body }),
  } as Parameters<typeof signer.sign>[0]);
  const search = Object.entries(query)
    .flatMap(([name, values]) => [values].flat().map((value) => `${encode(name)}=${encode(value)}`))
    .join('&');
  const target = new URL(url);
  target.search = search;
  return { ...call, url: target, headers: signed.headers as FilledCall['headers'] };
};

/** Encodes a text as signatures expect it, which is stricter than URLs. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
