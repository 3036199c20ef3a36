import { errorReply } from '../../local/emulators/rds-data/types.ts';
import {
  type Call,
  type EmulatorReply,
  type JsonEmulator,
  startJsonEmulator,
} from '../../local/emulators/server/json-emulator.ts';
import type { Simulation, StatementResult } from './simulation.ts';

/**
 * Number of statements that the Data API received, and number of those that it refused because the database was resuming.
 */
export interface StatementCalls {
  readonly all: number;
  readonly refused: number;
}

export interface SimulatedStatements extends Pick<JsonEmulator, 'url' | 'close' | 'fail'> {
  calls(): StatementCalls;
}

const resultReply = ({ header, rows }: StatementResult): EmulatorReply => ({
  status: 200,
  body: {
    numberOfRecordsUpdated: 0,
    columnMetadata: header.map((label) => ({ label, typeName: 'text' })),
    records: rows.map((row) => row.map((cell) => (cell === null ? { isNull: true } : { stringValue: cell }))),
  },
});

/** Starts an emulator of the RDS Data API whose database pauses. `results` has the results of all statements. */
export const startStatements = async (
  results: Simulation['results'],
  isAwake: (now: number) => boolean,
): Promise<SimulatedStatements> => {
  let statements = 0;
  let refused = 0;
  const emulator = await startJsonEmulator({
    contentType: 'application/json',
    errorReply,
    answer: async ({ body }: Call) => {
      const { sql = '' } = JSON.parse(body) as { sql?: string };
      const result = results[sql];
      if (!result) return errorReply('BadRequestException', 'ERROR: no such statement; SQLState: 42601');
      statements += 1;
      if (isAwake(Date.now())) return resultReply(result);
      refused += 1;
      return errorReply('DatabaseResumingException');
    },
  });
  return { ...emulator, calls: () => ({ all: statements, refused }) };
};
