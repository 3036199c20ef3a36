import type { EndpointConfig } from '../../shared/config/dashboard-config.ts';
import { parseDuration } from './duration.ts';
import type { Finding } from './finding.ts';
import type { Path } from './read-yaml.ts';

/** How far `currentTime` may be from the clock where a dashboard with a token says nothing. */
export const DEFAULT_MAX_SKEW_MS = 5 * 60_000;

/** `maxSkew` in milliseconds; undefined for `off`. Expects what the schema accepts. */
export const compileSkew = (text: unknown): number | undefined =>
  text === 'off' ? undefined : (parseDuration(text) ?? DEFAULT_MAX_SKEW_MS);

/** An endpoint as far as replays matter. */
export interface GuardedEndpoint {
  readonly slug: string;
  readonly config: Pick<EndpointConfig, 'tokens' | 'maxSkew'>;
}

/** A warning for each `maxSkew: off` that leaves an endpoint with a token open to replays. */
export const replayWarnings = (
  file: Readonly<Record<string, unknown>>,
  endpoints: readonly GuardedEndpoint[],
): readonly Finding[] => {
  const definitions = Object(file.endpoints) as Readonly<Record<string, { readonly maxSkew?: unknown } | null>>;
  const open = endpoints.filter(({ config }) => config.tokens.length > 0 && config.maxSkew === undefined);
  const paths = open.map(({ slug }): Path => {
    const isOwn = definitions[slug]?.maxSkew !== undefined;
    return isOwn ? ['endpoints', slug, 'maxSkew'] : ['maxSkew'];
  });
  const unique = [...new Map(paths.map((path) => [path.join(' '), path])).values()];
  return unique.map((path) => ({
    path,
    severity: 'warning',
    message: 'maxSkew is off: whoever sees one request with its digest can repeat it for ever',
    hint: 'leave maxSkew out for 5m, or write the longest time by which clocks may differ',
  }));
};
