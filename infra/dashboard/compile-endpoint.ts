import type { EndpointConfig } from '../../shared/config/dashboard-config.ts';
import type { JsonSource, TableSource } from '../../shared/config/sources.ts';
import { compileCache } from './check-cache.ts';
import { compileSkew } from './check-skew.ts';
import { tablesCaching } from './datasets/tables-caching.ts';
import { parseDuration } from './duration.ts';
import { asFields, type Fields } from './fields.ts';
import type { EndpointSourceContext, EndpointSources } from './read-endpoint-sources.ts';
import type { Catalogue, Component } from './resolve-component.ts';
import { compileTokens } from './tokens.ts';

/** Settings of the dashboard that its endpoints use. */
export interface EndpointContext extends EndpointSourceContext {
  readonly catalogue: Catalogue;
  readonly token: unknown;
  readonly maxSkew: unknown;
  readonly cache: unknown;
  readonly stale: unknown;
  /** The timeout of one call to a source, in milliseconds. */
  readonly deadline: number;
}

/** Returns the configuration of an endpoint that its function reads, as far as the endpoint is valid. */
export const compileEndpoint = (
  endpoint: Fields,
  component: Component | undefined,
  sources: EndpointSources,
  context: EndpointContext,
): EndpointConfig => {
  const compiled = Object.entries(sources).flatMap(([name, { source }]) => (source ? [[name, source] as const] : []));
  const document = sources.json?.source as JsonSource | undefined;
  const tokens = compileTokens('token' in endpoint ? endpoint.token : context.token);
  const maxSkew = tokens.length > 0 ? compileSkew(endpoint.maxSkew ?? context.maxSkew) : undefined;
  const ofTables = tablesCaching(sources, context);
  const cache = 'cache' in endpoint ? compileCache(endpoint.cache) : ofTables.cache;
  const stale = parseDuration(endpoint.stale) ?? ofTables.stale ?? 0;
  return {
    component: component?.name ?? '',
    shape: component?.shape.name ?? '',
    ...(typeof endpoint.path === 'string' && { path: endpoint.path }),
    ...('reading' in endpoint && { reading: endpoint.reading as NonNullable<EndpointConfig['reading']> }),
    options: asFields(endpoint.options),
    ...(document && { document }),
    tables: Object.fromEntries(compiled.filter(([name]) => name !== 'json')) as Record<string, TableSource>,
    tokens,
    ...(maxSkew !== undefined && { maxSkew }),
    deadline: context.deadline,
    ...(cache && { cache }),
    ...(stale > 0 && { stale }),
  };
};
