import type { Cors } from '../read-service.ts';

type Headers = Record<string, string>;

const allowedOrigin = ({ origins }: Cors, origin: string): string | undefined => {
  if (origins.includes('*')) return '*';
  return origins.includes(origin) ? origin : undefined;
};

/** Returns the CORS headers of a response; none if the request has no origin, or an origin that is not allowed. */
export const corsHeaders = (cors: Cors, origin: string | undefined): Headers => {
  const allowed = origin === undefined ? undefined : allowedOrigin(cors, origin);
  if (allowed === undefined) return {};
  return {
    'access-control-allow-origin': allowed,
    ...(cors.exposed.length > 0 ? { 'access-control-expose-headers': cors.exposed.join(',') } : {}),
  };
};

/** Returns the headers of the gateway's own response to a preflight. */
export const preflightHeaders = (cors: Cors, origin: string | undefined): Headers => {
  const allowed = corsHeaders(cors, origin);
  if (Object.keys(allowed).length === 0) return {};
  return {
    ...allowed,
    'access-control-allow-methods': cors.methods.join(','),
    'access-control-allow-headers': cors.headers.join(','),
    ...(cors.maxAge === undefined ? {} : { 'access-control-max-age': String(cors.maxAge) }),
  };
};

export const isCorsHeader = (name: string): boolean => name.startsWith('access-control-');
