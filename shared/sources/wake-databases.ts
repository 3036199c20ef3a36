import type { Deadline } from '../aws/deadline.ts';
import type { SqlSource } from '../config/sources.ts';
import { type ErrorCode, WallfeedError } from '../errors/wallfeed-error.ts';
import { querySql } from './read-source.ts';

/** `awake`, or an error, such as `SOURCE_RESUMING`. */
export type WakeResult = 'awake' | ErrorCode;

const NO_WINDOW = { currentTime: 0, timePeriod: 0 };

/** Creates the cheapest statement. Its connection resumes a paused database. */
const wakeStatement = ({ database, engine }: SqlSource): SqlSource => ({
  source: 'sql',
  statement: 'select 1',
  parameters: [],
  ...(database && { database }),
  ...(engine && { engine }),
});

const wake = async (source: SqlSource, deadline: Deadline): Promise<WakeResult> => {
  try {
    await querySql(wakeStatement(source), { window: NO_WINDOW, deadline });
    return 'awake';
  } catch (error) {
    return error instanceof WallfeedError ? error.code : 'INTERNAL';
  }
};

export const distinctDatabases = (sources: readonly SqlSource[]): readonly SqlSource[] =>
  Array.from(new Map(sources.map((source) => [JSON.stringify(source.database ?? null), source])).values());

/** Returns the code of an error and does not throw it, because the next request would report it anyway. */
export const wakeDatabases = (sources: readonly SqlSource[], deadline: Deadline): Promise<readonly WakeResult[]> =>
  Promise.all(sources.map((source) => wake(source, deadline)));
