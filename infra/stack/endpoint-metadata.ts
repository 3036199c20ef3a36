import { createHash } from 'node:crypto';
import type { LoadedEndpoint } from '../dashboard/definition/load-dashboard.ts';
import { datasetsOf, type Sourced } from './sources.ts';
import type { Template } from './template/template.ts';

/** The endpoints of a template: a digest of each definition, keyed by path. */
export type EndpointDigests = Readonly<Record<string, string>>;

const KEY = 'WallfeedEndpoints';
const DIGEST_CHARS = 12;

/** Returns the digest of an endpoint's definition, which includes the datasets that it selects from. */
const digestOf = (endpoint: LoadedEndpoint, { datasets }: Sourced): string => {
  const selected = Object.values(datasetsOf({ endpoints: [endpoint], datasets }));
  const definition = [endpoint.component, endpoint.config, ...selected.map(({ config }) => config)];
  return createHash('sha256').update(JSON.stringify(definition)).digest('hex').slice(0, DIGEST_CHARS);
};

/** Adds the endpoints to a template as metadata, so that a later diff can tell which URLs change. */
export const withEndpoints = (template: Template, sourced: Sourced): Template => ({
  ...template,
  Metadata: {
    ...template.Metadata,
    [KEY]: Object.fromEntries(sourced.endpoints.map((endpoint) => [endpoint.path, digestOf(endpoint, sourced)])),
  },
});

/** Reads the endpoints from a template's metadata; undefined if it has no such metadata. */
export const endpointsIn = ({ Metadata }: Template): EndpointDigests | undefined =>
  Metadata?.[KEY] as EndpointDigests | undefined;
