import { workerData } from 'node:worker_threads';
import { messages, PGlite, protocol } from '@electric-sql/pglite';
import { serveThread } from '../../../build/thread.ts';
import type { Diagnostic } from '../../../dashboard/folder/diagnostic.ts';
import { offsetOfCharacter } from '../../../dashboard/folder/text-position.ts';
import { type Seed, seedDiagnostic, statementOffset } from '../../../dashboard/sql/read-seeds.ts';
import { describeStatement } from './describe-statement.ts';
import { runStatement } from './run-statement.ts';
import type { Operations } from './start-worker.ts';

/**
 * Returns the offset at which the statement with this index begins. The text has no syntax error, because such an error
 * has a position of its own.
 */
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
    : seedDiagnostic(seed, text.length, 'the file begins a transaction, but does not end it');
};

/**
 * Runs the files in order, like psql, and stops at the first error. Session settings of a file do not affect the next
 * file.
 */
const applySeeds = async (database: PGlite, seeds: readonly Seed[]): Promise<Diagnostic | undefined> => {
  for (const seed of seeds) {
    const error = await applySeed(database, seed);
    if (error) return error;
    await database.exec('DISCARD ALL');
  }
  return undefined;
};

/**
 * Image of the database. PGlite runs in this thread of its own, because only a thread can be stopped during a
 * statement.
 */
const { image } = workerData as { image?: Uint8Array<ArrayBuffer> };
const database = await PGlite.create(image ? { loadDataDir: new Blob([image]) } : {});

const operations: Operations = {
  seed: (seeds) => applySeeds(database, seeds),
  dump: async (compression) => {
    const dumped = await database.dumpDataDir(compression);
    return new Uint8Array(await dumped.arrayBuffer());
  },
  describe: (statement) => describeStatement(database, statement),
  query: (statement) => runStatement(database, statement),
};

serveThread(operations);
