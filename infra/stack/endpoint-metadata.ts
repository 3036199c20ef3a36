import { createHash } from 'node:crypto';
import type { LoadedEndpoint } from '../dashboard/load-dashboard.ts';
import type { Template } from './template.ts';

/** The endpoints of a template: a digest of each definition, keyed by path. */
export type EndpointDigests = Readonly<Record<string, string>>;

const KEY = 'WallfeedEndpoints';
const DIGEST_CHARS = 12;

const digestOf = ({ component, config }: LoadedEndpoint): string =>
  createHash('sha256')
    .update(JSON.stringify([component, config]))
    .digest('hex')
    .slice(0, DIGEST_CHARS);

/** Adds the endpoints to a template as metadata, so that a later diff can tell which URLs change. */
export const withEndpoints = (template: Template, endpoints: readonly LoadedEndpoint[]): Template => ({
  ...template,
  Metadata: {
    ...template.Metadata,
    [KEY]: Object.fromEntries(endpoints.map((endpoint) => [endpoint.path, digestOf(endpoint)])),
  },
});

/** Reads the endpoints from a template's metadata; undefined if it has no such metadata. */
export const endpointsIn = ({ Metadata }: Template): EndpointDigests | undefined =>
  Metadata?.[KEY] as EndpointDigests | undefined;
