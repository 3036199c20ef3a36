import type { Fields } from '../../dashboard/folder/fields.ts';
import type { Estimate } from '../create-estimate.ts';
import { SECONDS } from '../quantity.ts';
import type { WallDataset, WallEndpoint } from '../wall.ts';
import { type Changes, type Edit, ownCaches, writeCache } from './try-edits.ts';

export interface Candidate extends Changes {
  /** A sentence without its full stop: "`cache: 1m` on orders (responses up to 1m old)". */
  readonly change: string;
  /** The disadvantage, such as older rows. */
  readonly gives: string;
  /** For dashboard.yml, if the change is one line. */
  readonly line?: string;
}

const TRIED_SECONDS = [60, 600];
/** For each dataset, the shortest length above its present slot is tried. */
const SLOT_SECONDS = [60, 600, 1800, 3600, 7200, 14_400, 86_400];
/** Tried one after the other until the database pauses. */
const PAUSE_SECONDS = [60, 300, 600, 900, 1800, 3600, 7200, 14_400];

const written = (seconds: number): string => SECONDS.write(seconds);

/** Writes a line of dashboard.yml: `cache: 1m`, `cache: { ttl: 1m, shared: true }`. */
const lineOf = (seconds: number, isShared: boolean): string =>
  isShared ? `cache: { ttl: ${written(seconds)}, shared: true }` : `cache: ${written(seconds)}`;

const candidate = (line: string, where: string, gives: string, edits: readonly Edit[]): Candidate => ({
  change: `\`${line}\` ${where} (${gives})`,
  gives,
  line,
  edits,
  options: {},
});

const cacheOfEndpoint = (endpoint: string, seconds: number, isShared: boolean): Edit => ({
  path: ['endpoints', endpoint, 'cache'],
  value: writeCache(written(seconds), isShared),
});

const responses = (seconds: number): string => `responses up to ${written(seconds)} old`;
const rows = (seconds: number): string => `rows up to ${written(seconds)} old`;

const datasetsOf = (wall: readonly WallEndpoint[]): readonly WallDataset[] => [
  ...new Map(wall.flatMap(({ datasets }) => datasets).map((dataset) => [dataset.dataset, dataset])).values(),
];

const slotOf = ({ dataset, isShared }: WallDataset, seconds: number): Edit => ({
  path: ['datasets', dataset, 'cache'],
  value: writeCache(written(seconds), isShared),
});

const ofEndpoint = ({ endpoint, cacheSeconds, isShared }: WallEndpoint): readonly Candidate[] =>
  TRIED_SECONDS.filter((seconds) => seconds > cacheSeconds).map((seconds) =>
    candidate(lineOf(seconds, isShared), `on ${endpoint}`, responses(seconds), [
      cacheOfEndpoint(endpoint, seconds, isShared),
    ]),
  );

const ofDataset = (dataset: WallDataset): readonly Candidate[] => {
  const next = SLOT_SECONDS.find((seconds) => seconds > dataset.slotSeconds);
  const lengths = [...TRIED_SECONDS, ...(next === undefined ? [] : [next])];
  return [...new Set(lengths)]
    .filter((seconds) => seconds > dataset.slotSeconds)
    .map((seconds) =>
      candidate(lineOf(seconds, dataset.isShared), `on the dataset ${dataset.dataset}`, rows(seconds), [
        slotOf(dataset, seconds),
      ]),
    );
};

/** Returns the edits that lengthen all shorter caches of endpoints to `seconds`. */
const lengthenAll = (wall: readonly WallEndpoint[], value: Fields, seconds: number): readonly Edit[] => {
  const own = ownCaches(value);
  const short = wall.filter(({ cacheSeconds }) => cacheSeconds < seconds);
  const inherits = ({ endpoint, datasets }: WallEndpoint): boolean => !own.has(endpoint) && datasets.length === 0;
  const inherited = short.filter(inherits);
  const top = inherited.map(({ isShared }) => writeCache(written(seconds), isShared)).slice(0, 1);
  return [
    ...top.map((cache): Edit => ({ path: ['cache'], value: cache })),
    ...short
      .filter(({ endpoint }) => own.has(endpoint))
      .map(({ endpoint, isShared }) => cacheOfEndpoint(endpoint, seconds, isShared)),
  ];
};

const ofAll = ({ wall }: Estimate, value: Fields): readonly Candidate[] =>
  TRIED_SECONDS.flatMap((seconds) => {
    const edits = lengthenAll(wall, value, seconds);
    const where = 'on all endpoints with shorter ones';
    return edits.length === 0 || wall.length === 1
      ? []
      : [candidate(lineOf(seconds, false), where, responses(seconds), edits)];
  });

const asksDatabase = ({ ownQueries }: WallEndpoint): boolean => ownQueries > 0;

export const pauseCandidates = (
  { wall }: Pick<Estimate, 'wall'>,
  isShared: boolean,
): readonly (readonly Candidate[])[] => {
  const endpoints = wall.filter(asksDatabase);
  const datasets = datasetsOf(wall).filter(({ asksOwnDatabase }) => asksOwnDatabase);
  const where = 'to let the database pause';
  return [
    PAUSE_SECONDS.map((seconds) =>
      candidate(
        lineOf(seconds, isShared),
        `on all SQL ${where}`,
        responses(seconds),
        endpoints
          .filter((endpoint) => endpoint.cacheSeconds < seconds || endpoint.isShared !== isShared)
          .map(({ endpoint, cacheSeconds }) => cacheOfEndpoint(endpoint, Math.max(cacheSeconds, seconds), isShared)),
      ),
    ),
    isShared
      ? []
      : PAUSE_SECONDS.map((seconds) =>
          candidate(
            lineOf(seconds, false),
            `on all datasets over SQL ${where}`,
            rows(seconds),
            datasets.filter(({ slotSeconds }) => slotSeconds < seconds).map((dataset) => slotOf(dataset, seconds)),
          ),
        ),
  ];
};

/** An item of DynamoDB holds no more. */
const MAX_SHARED_BYTES = 395_000;

const changeSharing = (chosen: readonly WallEndpoint[], isShared: boolean): readonly Edit[] =>
  chosen.map(({ endpoint, cacheSeconds }) => cacheOfEndpoint(endpoint, cacheSeconds, isShared));

const ofSharing = ({ wall }: Estimate): readonly Candidate[] => {
  const alone = wall.filter(
    ({ cacheSeconds, isShared, bodyBytes = 0 }) => cacheSeconds > 0 && !isShared && bodyBytes <= MAX_SHARED_BYTES,
  );
  const shares = 'new rows wait for the one environment that reads them';
  const list = [
    {
      where: 'in the cache of every endpoint with SQL',
      gives: shares,
      edits: changeSharing(alone.filter(asksDatabase), true),
    },
    { where: 'in every cache', gives: shares, edits: changeSharing(alone, true) },
  ].map(
    ({ where, gives, edits }): Candidate => ({
      change: `\`shared: true\` ${where} (${gives})`,
      gives,
      edits,
      options: {},
    }),
  );
  const gives = 'each environment reads the sources for itself';
  const none = changeSharing(
    wall.filter(({ isShared }) => isShared),
    false,
  );
  return [...list, { change: `\`cache\` without \`shared\` everywhere (${gives})`, gives, edits: none, options: {} }];
};

export const cacheCandidates = (estimate: Estimate, value: Fields): readonly Candidate[] =>
  [
    ...ofAll(estimate, value),
    ...estimate.wall.flatMap(ofEndpoint),
    ...datasetsOf(estimate.wall).flatMap(ofDataset),
    ...ofSharing(estimate),
  ].filter(({ edits }) => edits.length > 0);
