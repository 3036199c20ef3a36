import type { Exchange } from '../http/request-context.ts';

/** How many rows a request read, in all tables. */
export const rowsOf = ({ tables = {} }: Exchange): number =>
  Object.values(tables).reduce((rows, table) => rows + table.rows.length, 0);
