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

const REPLAYS = {
  severity: 'warning',
  message: 'maxSkew is off: whoever sees one request with its digest can repeat it for ever',
  hint: 'leave maxSkew out for 5m, or write the longest time by which clocks may differ',
} as const;

const NO_TIME = {
  severity: 'warning',
  message: 'maxSkew is 0: every request is refused, as it takes time to arrive',
  hint: 'write the longest time by which clocks may differ, such as 5m, or off',
} as const;

/** A warning for each `maxSkew` that leaves an endpoint with a token open to replays, or shut. */
export const skewWarnings = (
  file: Readonly<Record<string, unknown>>,
  endpoints: readonly GuardedEndpoint[],
): readonly Finding[] => {
  const definitions = Object(file.endpoints) as Readonly<Record<string, { readonly maxSkew?: unknown } | null>>;
  const findings = endpoints
    .filter(({ config }) => config.tokens.length > 0 && !config.maxSkew)
    .map(({ slug, config }): Finding => {
      const isOwn = definitions[slug]?.maxSkew !== undefined;
      const path: Path = isOwn ? ['endpoints', slug, 'maxSkew'] : ['maxSkew'];
      return { path, ...(config.maxSkew === 0 ? NO_TIME : REPLAYS) };
    });
  return [...new Map(findings.map((finding) => [finding.path.join(' '), finding])).values()];
};
