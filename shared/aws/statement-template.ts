import { HttpRequest } from '@smithy/core/protocols';
import type { RequestTemplate } from './request-template.ts';
import { hostHeader, serviceAddress } from './service-address.ts';

/** Creates the template of requests that run statements. Returns undefined if only the client knows their address. */
export const createStatementTemplate = (
  region = process.env.AWS_REGION ?? '',
  environment = process.env,
): RequestTemplate | undefined => {
  const address = serviceAddress('rds-data', region, environment);
  if (!address) return undefined;
  const headers = { 'content-type': 'application/json', host: hostHeader(address) };
  return { request: new HttpRequest({ ...address, method: 'POST', path: '/Execute', headers }), region };
};
