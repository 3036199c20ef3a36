import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { partitionOf } from '../../dashboard/head/regions.ts';
import { requireCredentials } from './explain-error.ts';

/** The services whose clients are not installed, because they are large and few of their calls are used. */
export type Service = 'ec2' | 'lambda';

export interface ServiceRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** The fields of a form. */
  readonly form?: Readonly<Record<string, string>>;
}

const baseOf = (service: Service, region: string): URL => {
  const { AWS_ENDPOINT_URL: general, [`AWS_ENDPOINT_URL_${service.toUpperCase()}`]: own = general } = process.env;
  const suffix = partitionOf(region) === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  return new URL(own || `https://${service}.${region}.${suffix}`);
};

/** Creates the error that a service describes, in XML or in JSON. */
const errorOf = (status: number, headers: Headers, text: string): Error => {
  const inXml = (tag: string): string | undefined => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(text)?.[1];
  const inJson = (): string | undefined => /"[Mm]essage"\s*:\s*"([^"]*)"/.exec(text)?.[1];
  const name = headers.get('x-amzn-errortype')?.replace(/:.*/, '') ?? inXml('Code') ?? 'Error';
  const message = inXml('Message') ?? inJson() ?? `status ${status}`;
  return Object.assign(new Error(message), { name, $metadata: { httpStatusCode: status } });
};

/**
 * Signs a request to a service, sends it, and returns the text of the response.
 * @throws the error that the service describes.
 */
export const callService = async (service: Service, region: string, request: ServiceRequest): Promise<string> => {
  const { method, path, query = {}, form } = request;
  const { protocol, hostname, port, host, origin } = baseOf(service, region);
  const body = form && new URLSearchParams(form).toString();
  const type = form && { 'content-type': 'application/x-www-form-urlencoded' };
  const credentials = await requireCredentials(region);
  const signer = new SignatureV4({ credentials, region, service, sha256: Sha256 });
  const address = { method, protocol, hostname, ...(port !== '' && { port: Number(port) }), path, query };
  const signed = await signer.sign({ ...address, headers: { host, ...type }, body });
  const { host: _, ...headers } = signed.headers;
  const url = `${origin}${path}?${new URLSearchParams(query)}`;
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  if (!response.ok) throw errorOf(response.status, response.headers, text);
  return text;
};
