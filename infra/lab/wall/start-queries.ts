import { type Athena, startAthena } from '../../../tests/support/athena/start-athena.ts';
import type { Simulation } from './simulation.ts';

export interface AthenaCalls {
  readonly queries: number;
  readonly calls: number;
}

export interface SimulatedQueries extends Pick<Athena, 'url' | 'close'> {
  count(): AthenaCalls;
}

/**
 * Starts an emulator of Athena, in which calls with the same token start one query. `results` has the results of all
 * statements.
 */
export const startQueries = async (results: Simulation['results'], queryMs: number): Promise<SimulatedQueries> => {
  const athena = await startAthena();
  athena.plan((_, statement) => {
    const { header, rows } = results[statement] ?? { header: [], rows: [] };
    return {
      runningMs: queryMs,
      result: { columns: Object.fromEntries(header.map((name) => [name, 'varchar'])), rows },
    };
  });
  return {
    url: athena.url,
    close: athena.close,
    count: () => ({
      queries: athena.queries.length,
      calls: athena.calls.values().reduce((sum, calls) => sum + calls, 0),
    }),
  };
};
