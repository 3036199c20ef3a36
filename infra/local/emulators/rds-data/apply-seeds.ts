import { messages, type PGlite, protocol } from '@electric-sql/pglite';
import type { Diagnostic } from '../../../dashboard/diagnostic.ts';
import { type Seed, seedDiagnostic, statementOffset } from '../../../dashboard/seeds/seed.ts';
import { offsetOfCharacter } from '../../../dashboard/text-position.ts';

/** Returns where the statement at this index begins. Syntax errors have a position, so the text can be parsed here. */
const offsetOfStatement = async (text: string, index: number): Promise<number> => {
  const { parse } = await import('libpg-query');
  const { stmts = [] } = await parse(text);
  return statementOffset(text, stmts[index]?.stmt_location ?? 0);
};

const isError = (message: { name: string }): message is messages.DatabaseError => message.name === 'error';

const applySeed = async (database: PGlite, seed: Seed): Promise<Diagnostic | undefined> => {
  const { text } = seed;
  const outcome = await database.execProtocol(protocol.serialize.query(text), { throwOnError: false });
  const error = outcome.messages.find(isError);
  if (error) {
    const done = outcome.messages.filter(({ name }) => name === 'commandComplete').length;
    const offset = error.position
      ? offsetOfCharacter(text, Number(error.position) - 1)
      : await offsetOfStatement(text, done);
    return seedDiagnostic(seed, offset, error.message);
  }
  const ready = outcome.messages.find((message) => message instanceof messages.ReadyForQueryMessage);
  return ready?.status === 'I'
    ? undefined
    : seedDiagnostic(seed, text.length, 'the transaction that the file begins is not ended');
};

/** Runs the files in order, like psql, and stops at the first error. Session settings of a file end with it. */
export const applySeeds = async (database: PGlite, seeds: readonly Seed[]): Promise<Diagnostic | undefined> => {
  for (const seed of seeds) {
    const fault = await applySeed(database, seed);
    if (fault) return fault;
    await database.exec('DISCARD ALL');
  }
  return undefined;
};
