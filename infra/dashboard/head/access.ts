import type { ApiKeyConfig, EndpointConfig, TokenReference } from '../../../shared/config/dashboard-config.ts';
import { say } from '../../../shared/tabular/say.ts';
import { checkClient, headerFault } from '../clients/read-client.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { parseDuration } from '../folder/duration.ts';
import { asFields, type Fields, hasFields } from '../folder/fields.ts';
import type { Path } from '../folder/read-yaml.ts';
import { placesOfSecrets } from '../hosts/secret-problems.ts';
import type { HeadKey } from './head-key.ts';

/** Reads `ssm:/path`, `env:NAME`, a list of them, or `none`. Expects what the schema accepts. */
export const compileTokens = (value: unknown): readonly TokenReference[] => {
  if (value === undefined || value === 'none') return [];
  return [value].flat().map((one) => {
    const [, from, name = ''] = /^(ssm|env):(.*)$/.exec(String(one)) ?? [];
    return { from: from === 'env' ? 'env' : 'ssm', name };
  });
};

export const inTemplate = (token: string): { readonly message: string; readonly hint: string } => ({
  message: say`${token} would put the secret into the template`,
  hint: 'keep it in the Parameter Store and write `token: ssm:/path`',
});

const fromEnvironment = (token: unknown, path: Path): readonly DefinitionProblem[] => {
  if (Array.isArray(token)) return token.flatMap((one, index) => fromEnvironment(one, [...path, index]));
  if (!String(token).startsWith('env:')) return [];
  return [{ path, ...inTemplate(String(token)) }];
};

const SECRET_KEYS = ['token', 'apiKey'] as const;

interface SecretPlaces {
  readonly value: unknown;
  readonly path: Path;
}

const placesIn = (map: unknown, path: Path): readonly SecretPlaces[] =>
  SECRET_KEYS.flatMap((key) => {
    const value = asFields(map)[key];
    if (value === undefined) return [];
    const at = [...path, key];
    return hasFields(value) ? [{ value: value.place, path: [...at, 'place'] }] : [{ value, path: at }];
  });

/** Lists the values of `token` and `apiKey` in a dashboard, and the secrets of hosts and datasets, with their paths. */
export const secretPlaces = (file: Fields): readonly SecretPlaces[] => [
  ...placesIn(file, []),
  ...['hosts', 'datasets'].flatMap((key) => placesOfSecrets(file[key], [key])),
  ...Object.entries(asFields(file.endpoints)).flatMap(([slug, one]) => placesIn(one, ['endpoints', slug])),
];

/** Finds every secret that is read from the environment. Such secrets are valid locally only. */
export const environmentTokens = (file: Fields): readonly DefinitionProblem[] =>
  secretPlaces(file).flatMap(({ value, path }) => fromEnvironment(value, path));

const DEFAULT_HEADER = 'x-api-key';

/** Returns the value of `place`, if the key is a map. */
const placesOfKey = (value: unknown): unknown => (hasFields(value) ? value.place : value);

/** Returns the API keys of an endpoint, as far as they are valid; undefined if it has none. */
export const compileApiKey = (value: unknown): ApiKeyConfig | undefined => {
  const keys = compileTokens(placesOfKey(value));
  if (keys.length === 0) return undefined;
  const { header, query } = asFields(value);
  return {
    keys,
    header: typeof header === 'string' ? header.toLowerCase() : DEFAULT_HEADER,
    ...(typeof query === 'string' && { query }),
  };
};

/** The names of the platform's parameters. Other parameters, and the parameter of an API key, must have other names. */
export const PLATFORM_PARAMETERS: readonly string[] = ['currentTime', 'timePeriod', 'from', 'to', 'token'];

export const checkApiKey = (value: unknown, path: Path): readonly DefinitionProblem[] => {
  const { header, query } = asFields(value);
  const fault = typeof header === 'string' ? headerFault(header) : undefined;
  const isTaken = typeof query === 'string' && PLATFORM_PARAMETERS.includes(query);
  return [
    ...(fault ? [{ path: [...path, 'header'], ...fault }] : []),
    ...(isTaken
      ? [
          {
            path: [...path, 'query'],
            message: say`the parameter ${query} has a meaning of its own`,
            hint: 'write another name, such as key',
          },
        ]
      : []),
  ];
};

/** The default of `maxSkew`: the largest difference between `currentTime` and the clock. */
const DEFAULT_MAX_SKEW_MS = 5 * 60_000;

/** Returns a valid `maxSkew` in milliseconds, or undefined for `off`. */
export const compileSkew = (text: unknown): number | undefined =>
  text === 'off' ? undefined : (parseDuration(text) ?? DEFAULT_MAX_SKEW_MS);

interface GuardedEndpoint {
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

export const token: HeadKey = {
  group: 'Requests and responses',
  schema: { title: 'The token of all endpoints', examples: ['ssm:/wallfeed/ops-room/token'], $ref: '#/$defs/token' },
  without: 'no token',
  stops: true,
};

export const maxSkew: HeadKey = {
  group: 'Requests and responses',
  schema: {
    title: 'How far currentTime may be from the clock if the endpoint has a token',
    examples: ['5m'],
    default: '5m',
    $ref: '#/$defs/maxSkew',
  },
  stops: true,
};

export const origins: HeadKey = {
  group: 'Requests and responses',
  schema: {
    title: 'The origins of the web pages that may send requests',
    description: "a list of origins, such as ['https://wall.example.com'], or ['*']",
    examples: [['https://wall.example.com']],
    default: ['*'],
    type: 'array',
    minItems: 1,
    uniqueItems: true,
    items: {
      description: "an origin without a path, such as https://wall.example.com, or '*'",
      type: 'string',
      pattern: '^(\\*|https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?)$',
    },
  },
  instead: () => 'origins: none',
  invalid: { origins: [] },
  compile: (origins) => ({ origins: origins as readonly string[] }),
};

export const client: HeadKey = {
  group: 'Requests and responses',
  schema: {
    title: 'The front end that shows the endpoints, if it is not the platform',
    examples: ['goview', { like: 'goview', period: '24h' }],
    $ref: '#/$defs/client',
  },
  without: 'the platform',
  stops: true,
  check: (client, { origins }) => checkClient(client, ['client'], origins),
};

export const apiKey: HeadKey = {
  group: 'Requests and responses',
  schema: {
    title: 'The API key of all endpoints, for front ends that cannot compute a digest',
    examples: ['ssm:/wallfeed/ops-room/key'],
    $ref: '#/$defs/apiKey',
  },
  without: 'no key',
  stops: true,
  check: (apiKey) => checkApiKey(apiKey, ['apiKey']),
};
