import type { EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { parseDuration } from '../folder/duration.ts';
import type { Path } from '../folder/read-yaml.ts';

/** The default of `maxSkew`: the largest difference between `currentTime` and the clock. */
const DEFAULT_MAX_SKEW_MS = 5 * 60_000;

/** Returns a valid `maxSkew` in milliseconds, or undefined for `off`. */
export const compileSkew = (text: unknown): number | undefined =>
  text === 'off' ? undefined : (parseDuration(text) ?? DEFAULT_MAX_SKEW_MS);

/** The part of an endpoint that decides whether requests can be replayed. */
export interface GuardedEndpoint {
  readonly slug: string;
  readonly config: Pick<EndpointConfig, 'tokens' | 'maxSkew'>;
}

const REPLAYS = {
  severity: 'warning',
  message: '`maxSkew` is off: anyone who sees one request with its digest can repeat it for ever',
  hint: 'leave out `maxSkew`, which means 5m, or write the longest time by which clocks may differ',
} as const;

const NO_TIME = {
  severity: 'warning',
  message: '`maxSkew` is 0: every request is refused, as it takes time to arrive',
  hint: 'write the longest time by which clocks may differ, such as 5m, or off',
} as const;

/** Warns of each `maxSkew` that leaves an endpoint with a token open to replays, or makes it refuse every request. */
export const skewWarnings = (
  file: Readonly<Record<string, unknown>>,
  endpoints: readonly GuardedEndpoint[],
): readonly DefinitionProblem[] => {
  const definitions = Object(file.endpoints) as Readonly<Record<string, { readonly maxSkew?: unknown } | null>>;
  const problems = endpoints
    .filter(({ config }) => config.tokens.length > 0 && !config.maxSkew)
    .map(({ slug, config }): DefinitionProblem => {
      const isOwn = definitions[slug]?.maxSkew !== undefined;
      const path: Path = isOwn ? ['endpoints', slug, 'maxSkew'] : ['maxSkew'];
      return { path, ...(config.maxSkew === 0 ? NO_TIME : REPLAYS) };
    });
  return [...new Map(problems.map((problem) => [problem.path.join(' '), problem])).values()];
};
