import type { Assumptions } from './assumptions.ts';
import { createEstimate, type Estimate } from './create-estimate.ts';
import { addMoney, priceOf } from './price-list.ts';
import { type Quantity, readQuantity, SCAN, SECONDS } from './quantity.ts';
import { isBilled, type WallDataset, type WallEndpoint } from './wall.ts';

/** A change to the dashboard, and the money that it saves in a month. */
export interface Saving {
  /** The change: `cache: 1m on orders, ...`. */
  readonly change: string;
  /** The line to write in dashboard.yml. Absent for a change that is not made in dashboard.yml. */
  readonly line?: string;
  readonly saved: number;
}

/** A change whose saving is to be calculated. */
export interface Candidate {
  readonly change: string;
  readonly line?: string;
  readonly wall?: readonly WallEndpoint[];
  readonly assumptions?: Assumptions;
  /** The saving of a change that needs no estimate of the changed wall. */
  readonly saved?: number;
}

/** Alternative changes. Only the change that saves most is proposed. */
export type Alternatives = readonly Candidate[];

/** Usual lengths of a slot. */
const SLOT_SECONDS = [60, 300, 600, 900, 1800, 3600, 7200, 14_400, 86_400];

const changeEach = (
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

/** Sets the bytes that each query through Athena scans. */
export const withScannedBytes = (wall: readonly WallEndpoint[], scannedBytes: number): readonly WallEndpoint[] =>
  changeEach(wall, (dataset) => (isBilled(dataset) ? { ...dataset, scannedBytes } : dataset));

const lengthenSlots = ({ wall, datasets }: Estimate): Alternatives => {
  const [dearest] = datasets.filter(isBilled).toSorted((a, b) => b.total - a.total);
  const seconds = SLOT_SECONDS.find((length) => dearest && length > dearest.slotSeconds);
  if (!dearest || seconds === undefined) return [];
  const line = `cache: ${SECONDS.write(seconds)}`;
  const change = `${line} on the dataset ${dearest.dataset} (rows up to ${SECONDS.write(seconds)} old)`;
  return [{ change, line, wall: withSlots(wall, ({ dataset }) => dataset === dearest.dataset, seconds) }];
};

const withPauses = ({ wall }: Estimate, seconds: number): readonly WallEndpoint[] =>
  withSlots(wall, ({ asksOwnDatabase, slotSeconds }) => asksOwnDatabase && slotSeconds < seconds, seconds);

/** Proposes the shortest slots with which the database is paused at least half of the time. */
const letDatabasePause = (estimate: Estimate): Alternatives => {
  const { assumptions, prices, datasets, database } = estimate;
  if (!datasets.some(({ asksOwnDatabase }) => asksOwnDatabase) || database.awakeHours <= database.openHours / 2)
    return [];
  const seconds = SLOT_SECONDS.find((length) => {
    const changed = createEstimate(withPauses(estimate, length), assumptions, prices).database;
    return changed.awakeHours <= changed.openHours / 2;
  });
  if (seconds === undefined) return [];
  const line = `cache: ${SECONDS.write(seconds)}`;
  const change = `${line} on every dataset with SQL, so that the database pauses (rows up to ${SECONDS.write(seconds)} old)`;
  return [{ change, line, wall: withPauses(estimate, seconds) }];
};

/** Proposes to move all datasets over Athena to a database of the stack. */
const useAurora = ({ wall }: Estimate): Candidate => ({
  change:
    'sql instead of athena, on a database of the stack (Aurora, paused between slots that are long enough), if the ' +
    'tables fit into it',
  wall: changeEach(wall, (dataset) =>
    isBilled(dataset)
      ? { ...dataset, kind: 'sql', asksOwnDatabase: true, asksOwnWorkgroup: false, scannedBytes: 0 }
      : dataset,
  ),
});

/** The smallest capacity of Redshift Serverless. */
const MIN_RPU = 4;
/** Minimum time that Redshift Serverless bills when it wakes. */
const MIN_AWAKE_SECONDS = 60;
const SECONDS_PER_HOUR = 3600;

/** Returns the monthly price of a warehouse that runs a number of queries. */
export const priceWarehouse = (queries: number, { assumptions, prices }: Pick<Estimate, 'assumptions' | 'prices'>) => {
  const { hoursADay, daysAMonth, queryMs } = assumptions;
  const awakeSeconds = Math.max(MIN_AWAKE_SECONDS, queryMs / 1000);
  const hours = Math.min(hoursADay * daysAMonth, (queries * awakeSeconds) / SECONDS_PER_HOUR);
  return priceOf(prices, 'warehouse', hours * MIN_RPU);
};

const useWarehouse = (estimate: Estimate): Candidate => {
  const lakes = estimate.datasets.filter(isBilled);
  const queries = lakes.reduce((sum, { sourceReads }) => sum + sourceReads, 0);
  return {
    change: `Redshift Serverless with ${MIN_RPU} RPU instead of Athena, which Wallfeed does not query today`,
    saved: addMoney([...lakes.map(({ scan }) => scan), -priceWarehouse(queries, estimate)]),
  };
};

/** Proposes longer slots for datasets, or another database for the datasets over Athena. */
export const changeDatasets = (estimate: Estimate): readonly Alternatives[] => [
  letDatabasePause(estimate),
  ...(estimate.datasets.some(isBilled)
    ? [lengthenSlots(estimate), [useAurora(estimate)], [useWarehouse(estimate)]]
    : []),
];

/** Options that replace what dashboard.yml says about datasets over Athena. */
export const LAKE_OPTIONS = {
  scanned: {
    value: SCAN.kind,
    meaning: 'bytes that a query through Athena scans; by default the most that scan of its dataset allows',
  },
  slot: {
    value: SECONDS.kind,
    meaning: 'length of the slots of datasets over Athena; by default the cache of each dataset',
  },
} as const;

type Values = Readonly<Partial<Record<keyof typeof LAKE_OPTIONS, string | undefined>>>;

const read = (option: keyof typeof LAKE_OPTIONS, text: string | undefined, quantity: Quantity): number | undefined =>
  text === undefined ? undefined : readQuantity(option, text, quantity);

/** Returns a function that applies the options to a wall. Throws an Error with a message for the user. */
export const readLakeOptions = ({ scanned, slot }: Values) => {
  const scannedBytes = read('scanned', scanned, SCAN);
  const slotSeconds = read('slot', slot, SECONDS);
  return (wall: readonly WallEndpoint[]): readonly WallEndpoint[] => {
    const slotted = slotSeconds === undefined ? wall : withSlots(wall, isBilled, slotSeconds);
    return scannedBytes === undefined ? slotted : withScannedBytes(slotted, scannedBytes);
  };
};
