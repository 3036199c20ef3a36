import { offsetOf } from '../../../shared/datasets/slot.ts';
import { createRandom } from '../wall/random.ts';
import { type AthenaRecord, createAthena } from './create-athena.ts';
import { createPool } from './create-pool.ts';
import { createProcesses } from './processes.ts';
import type { SimulatedDataset } from './read-dataset.ts';
import { type Ages, createAgeRecord } from './record-ages.ts';
import type { Scenario } from './scenario.ts';
import { showComponent } from './show-component.ts';

export interface LakeOutcome {
  readonly scenario: Scenario;
  readonly athena: AthenaRecord;
  readonly ages: Ages;
  /** Milliseconds in which functions wait for rows. */
  readonly waitMs: number;
}

/**
 * Time within which the components of a wall send their first requests. Each then repeats its request at the refresh
 * interval.
 */
const LOAD_MS = 2_000;
/** Spread of the logarithm of a query's time. One query in a hundred takes four times the median. */
const SIGMA = 0.6;

/** Draws a time from a log-normal distribution. */
const drawTime = (median: number, random: () => number): number => {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return median * Math.exp(SIGMA * normal);
};

/**
 * Creates the datasets of one kind of wall. Walls of one kind run the same queries, and therefore have the same tokens
 * and slots.
 */
const createKind = (kind: number, { datasets, isSpread, slotMs }: Scenario) =>
  Array.from({ length: datasets }, (_, index) => {
    const statement = `select ${index} from wall_${kind} where at < ?`;
    const source = { source: 'athena', statement, parameters: ['to'], database: 'lake' } as const;
    return { token: statement, offset: isSpread ? offsetOf({ source, ttl: slotMs }) : 0 };
  });

/** Simulates walls that query Athena in one account. All of them begin with the rows of the previous slot. */
export const simulateLake = (scenario: Scenario): LakeOutcome => {
  const { slotMs, refreshMs, walls, kinds, components, families, isShared } = scenario;
  const random = createRandom(scenario.seed);
  const { now, start, runUntil } = createProcesses();
  const athena = createAthena(scenario.quotas, () => drawTime(scenario.queryMs, random));
  const record = createAgeRecord();
  const end = scenario.slots * slotMs;
  let waitMs = 0;

  const openWall = (ofKind: readonly Pick<SimulatedDataset, 'token' | 'offset'>[]): void => {
    const datasets = ofKind.map((dataset): SimulatedDataset => {
      return { ...dataset, shared: isShared ? { slot: -1, leasedUntil: 0 } : undefined };
    });
    const pools = Array.from({ length: families }, () =>
      createPool(datasets, { now, random, athena }, (milliseconds) => {
        waitMs += milliseconds;
      }),
    );
    const loadedAt = random() * refreshMs;
    for (let index = 0; index < components; index += 1) {
      const [pool, dataset] = [pools[index % pools.length], datasets[index % datasets.length]];
      if (!pool || !dataset) throw new Error('a wall needs functions and datasets');
      const shown = { pool, dataset, phase: loadedAt + random() * LOAD_MS };
      start(showComponent(shown, { slotMs, refreshMs, end, now, record }));
    }
  };

  const wallKinds = Array.from({ length: kinds }, (_, kind) => createKind(kind, scenario));
  for (let wall = 0; wall < walls; wall += 1) openWall(wallKinds[wall % kinds] ?? []);
  runUntil(end + slotMs);
  return { scenario, athena: athena.record(), ages: record.ages(), waitMs };
};
