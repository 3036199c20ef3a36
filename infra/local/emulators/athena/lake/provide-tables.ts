import { nameOf, tokenize } from '../../../../dashboard/athena/tokens.ts';
import type { Connection } from '../duckdb.ts';
import { createView } from './create-view.ts';
import { findTables, type LakeTable } from './find-tables.ts';
import { type FileSizes, readFileSizes } from './scanned-bytes.ts';
import { quoteName, readRows } from './sql-text.ts';
import { type ReadableTable, toReadable } from './to-readable.ts';

/**
 * The tables of a lake as views. A view is created when a query first names its table, and again after its files
 * change.
 */
export interface Tables {
  /** Creates the views of the tables that a statement names, in a schema. */
  provide(schema: string, sql: string): Promise<void>;
  /** Returns the sizes of the files of all tables that have a view. */
  sizes(): ReadonlyMap<string, FileSizes>;
}

interface Known {
  /** A text that changes whenever the files of the table change. */
  readonly key: string;
  readonly table: ReadableTable;
  readonly sizes: ReadonlyMap<string, FileSizes>;
  /** The schemas that have a view of the table. */
  readonly schemas: Set<string>;
}

/** Returns the names in a statement, in lower case. */
const namesIn = (sql: string): ReadonlySet<string> =>
  new Set(tokenize(sql).map((token) => nameOf(token).toLowerCase()));

/** Creates the tables of a lake. @param folder the folder for converted CSV files. */
export const createTables = (connection: Connection, data: string, folder: string): Tables => {
  const known = new Map<string, Known>();

  const load = async (table: LakeTable, key: string): Promise<Known> => {
    const readable = await toReadable(connection, folder, table);
    const loaded = {
      key,
      table: readable,
      sizes: await readFileSizes(connection, readable),
      schemas: new Set<string>(),
    };
    known.set(table.name, loaded);
    return loaded;
  };

  const provideTable = async (schema: string, table: LakeTable): Promise<void> => {
    const key = JSON.stringify(table);
    const found = known.get(table.name);
    const current = found?.key === key ? found : await load(table, key);
    if (current.schemas.has(schema)) return;
    await createView(connection, `${schema}.${quoteName(table.name)}`, current.table);
    current.schemas.add(schema);
  };

  const drop = async (name: string, { schemas }: Known): Promise<void> => {
    for (const schema of schemas) await readRows(connection, `drop view ${schema}.${quoteName(name)}`);
    known.delete(name);
  };

  return {
    provide: async (schema, sql) => {
      const tables = await findTables(data);
      for (const [name, one] of [...known]) if (tables.every((table) => table.name !== name)) await drop(name, one);
      const names = namesIn(sql);
      for (const table of tables) if (names.has(table.name)) await provideTable(schema, table);
    },
    sizes: () => new Map([...known.values()].flatMap(({ sizes }) => [...sizes])),
  };
};
