import { KINDS } from '../dashboard/registry/kinds.ts';
import { createEstimate, type Estimate } from './create-estimate.ts';
import { MAX_FOUND } from './price-dataset.ts';
import { addMoney, ifKnown, priceOf } from './price-list.ts';
import { COUNT, type Quantity, readQuantity, SCAN, SECONDS } from './quantity.ts';
import { isBilled, type WallDataset, type WallEndpoint } from './wall.ts';

/** `saved` is for a month. No key of dashboard.yml moves the rows. */
export interface Alternative {
  readonly change: string;
  readonly saved: number;
}

export const changeEach = (
  wall: readonly WallEndpoint[],
  change: (dataset: WallDataset) => WallDataset,
): readonly WallEndpoint[] => wall.map((endpoint) => ({ ...endpoint, datasets: endpoint.datasets.map(change) }));

/** Lengthens the slots of a dataset, and the caches of the endpoints that select from it. */
export const withSlots = (
  wall: readonly WallEndpoint[],
  isChosen: (dataset: WallDataset) => boolean,
  slotSeconds: number,
): readonly WallEndpoint[] =>
  changeEach(wall, (dataset) => (isChosen(dataset) ? { ...dataset, slotSeconds } : dataset)).map((endpoint) =>
    endpoint.datasets.some(isChosen) ? { ...endpoint, cacheSeconds: slotSeconds } : endpoint,
  );

export const withScannedBytes = (wall: readonly WallEndpoint[], scannedBytes: number): readonly WallEndpoint[] =>
  changeEach(wall, (dataset) => (isBilled(dataset) ? { ...dataset, scannedBytes, isScanBound: false } : dataset));

/** Returns the saving of each other kind of source that can hold the rows of datasets with billed reads. */
const useOtherKinds = ({ wall, datasets, assumptions, prices, total }: Estimate): readonly Alternative[] => {
  const billed = [...new Set(datasets.filter(isBilled).map(({ kind }) => kind))].join(' and ');
  return KINDS.flatMap(({ name: kind, price: { alternative } }) => {
    if (!alternative) return [];
    const own = { kind, scannedBytes: 0, asksOwnWorkgroup: false, ...alternative.facts };
    const moved = changeEach(wall, (dataset) => (isBilled(dataset) ? { ...dataset, ...own } : dataset));
    const saved = addMoney([total, -createEstimate(moved, assumptions, prices).total]);
    return [{ change: `${kind} instead of ${billed}, on ${alternative.place}`, saved }];
  });
};

const MIN_RPU = 4;
/** Minimum time that Redshift Serverless bills when it wakes. */
const MIN_AWAKE_SECONDS = 60;
const SECONDS_PER_HOUR = 3600;

export const priceWarehouse = (queries: number, { assumptions, prices }: Pick<Estimate, 'assumptions' | 'prices'>) => {
  const { hoursADay, daysAMonth, queryMs } = assumptions;
  const awakeSeconds = Math.max(MIN_AWAKE_SECONDS, queryMs / 1000);
  const hours = Math.min(hoursADay * daysAMonth, (queries * awakeSeconds) / SECONDS_PER_HOUR);
  return priceOf(prices, 'warehouse', hours * MIN_RPU);
};

const useWarehouse = (estimate: Estimate): readonly Alternative[] => {
  const lakes = estimate.datasets.filter(isBilled);
  const queries = lakes.reduce((sum, { sourceReads }) => sum + sourceReads, 0);
  const change = `Redshift Serverless with ${MIN_RPU} RPU instead of Athena, which Wallfeed does not query today`;
  return [{ change, saved: addMoney([...lakes.map(({ scan }) => scan), -priceWarehouse(queries, estimate)]) }];
};

export const moveDatasets = (estimate: Estimate): readonly Alternative[] =>
  estimate.datasets.some(isBilled)
    ? [useOtherKinds, useWarehouse]
        .flatMap((move) => ifKnown(() => move(estimate)) ?? [])
        .filter(({ saved }) => saved > 0)
    : [];

const withCombinations = (wall: readonly WallEndpoint[], most: number): readonly WallEndpoint[] => {
  const limit = <Counted extends Pick<WallDataset, 'combinations'>>(counted: Counted): Counted =>
    counted.combinations === undefined ? counted : { ...counted, combinations: Math.min(most, counted.combinations) };
  return changeEach(wall.map(limit), limit);
};

/** Sets the number of metrics that each search of CloudWatch finds. */
export const withFound = (wall: readonly WallEndpoint[], found: number): readonly WallEndpoint[] =>
  changeEach(wall, (dataset) => (dataset.metrics?.searches ? { ...dataset, found } : dataset));

/** Limits the pages of an answer over HTTP. */
const withPages = (wall: readonly WallEndpoint[], most: number): readonly WallEndpoint[] =>
  changeEach(wall, (dataset) => {
    const { calls } = dataset;
    return calls ? { ...dataset, calls: { ...calls, pages: Math.min(most, calls.pages) } } : dataset;
  });

export const SOURCE_OPTIONS = {
  scanned: {
    value: SCAN.kind,
    meaning: 'bytes that a query through Athena scans; by default the most that scan of its dataset allows',
  },
  slot: {
    value: SECONDS.kind,
    meaning: 'length of the slots of datasets over Athena; by default the cache of each dataset',
  },
  combinations: {
    value: COUNT.kind,
    meaning: 'combinations of parameters that screens show of an endpoint; by default all that it has',
  },
  pages: {
    value: COUNT.kind,
    meaning: 'pages of an answer over HTTP; by default the most that atMost of its dataset allows',
  },
  found: {
    value: COUNT.kind,
    meaning: `metrics that a SEARCH of CloudWatch finds; by default the most, ${MAX_FOUND}`,
  },
} as const;

type Values = Readonly<Partial<Record<keyof typeof SOURCE_OPTIONS, string | undefined>>>;

const read = (option: keyof typeof SOURCE_OPTIONS, text: string | undefined, quantity: Quantity): number | undefined =>
  text === undefined ? undefined : readQuantity(option, text, quantity);

/** @throws Error with a message for the user. */
export const readSourceOptions = ({ scanned, slot, combinations, ...counts }: Values) => {
  const scannedBytes = read('scanned', scanned, SCAN);
  const slotSeconds = read('slot', slot, SECONDS);
  const most = read('combinations', combinations, COUNT);
  const pages = read('pages', counts.pages, COUNT);
  const found = read('found', counts.found, COUNT);
  return (wall: readonly WallEndpoint[]): readonly WallEndpoint[] => {
    const slotted = slotSeconds === undefined ? wall : withSlots(wall, isBilled, slotSeconds);
    const scannedWall = scannedBytes === undefined ? slotted : withScannedBytes(slotted, scannedBytes);
    const combined = most === undefined ? scannedWall : withCombinations(scannedWall, most);
    const paged = pages === undefined ? combined : withPages(combined, pages);
    return found === undefined ? paged : withFound(paged, found);
  };
};
