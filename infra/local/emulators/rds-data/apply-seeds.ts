import { messages, type PGlite, protocol } from '@electric-sql/pglite';
import type { Seed, SeedFault } from '../../../dashboard/seeds/seed.ts';
import { faultAt, statementStart, unitOffset } from '../../../dashboard/seeds/seed-place.ts';

/** Where the statement at this index begins; only a text that PostgreSQL could parse gets as far as a fault without a position. */
const statementOffset = async (text: string, index: number): Promise<number> => {
  const { parse } = await import('libpg-query');
  const { stmts = [] } = await parse(text);
  return statementStart(text, stmts[index]?.stmt_location ?? 0);
};

const isError = (message: { name: string }): message is messages.DatabaseError => message.name === 'error';

const applySeed = async (database: PGlite, seed: Seed): Promise<SeedFault | undefined> => {
  const { text } = seed;
  const outcome = await database.execProtocol(protocol.serialize.query(text), { throwOnError: false });
  const error = outcome.messages.find(isError);
  if (error) {
    const done = outcome.messages.filter(({ name }) => name === 'commandComplete').length;
    const offset = error.position ? unitOffset(text, Number(error.position)) : await statementOffset(text, done);
    return faultAt(seed, offset, error.message);
  }
  const ready = outcome.messages.find((message) => message instanceof messages.ReadyForQueryMessage);
  return ready?.status === 'I'
    ? undefined
    : faultAt(seed, text.length, 'the transaction that the file begins is not ended');
};

/** Runs the files in their order, each as psql would, and stops at the first fault. What they set for their session ends with them. */
export const applySeeds = async (database: PGlite, seeds: readonly Seed[]): Promise<SeedFault | undefined> => {
  for (const seed of seeds) {
    const fault = await applySeed(database, seed);
    if (fault) return fault;
    await database.exec('DISCARD ALL');
  }
  return undefined;
};
