import { messages, type PGlite, protocol } from '@electric-sql/pglite';
import { PARAMETER_TYPES, type Refusal, refusalOf, TABLES, withNumbers } from './numbered-statement.ts';

const tablesOf = async (database: PGlite): Promise<readonly string[]> =>
  (await database.query<{ name: string }>(TABLES)).rows.map(({ name }) => name);

export const describeStatement = async (database: PGlite, statement: string): Promise<Refusal | undefined> => {
  const { parse, describe, sync } = protocol.serialize;
  const orders = [
    parse({ text: withNumbers(statement), types: Object.values(PARAMETER_TYPES) }),
    describe({ type: 'S' }),
    sync(),
  ];
  const { messages: answers } = await database.execProtocol(Buffer.concat(orders), { throwOnError: false });
  const error = answers.find((answer) => answer instanceof messages.DatabaseError);
  return error && refusalOf(error, () => tablesOf(database));
};
