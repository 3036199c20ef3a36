import { formatTable } from '../terminal/format-table.ts';
import type { Column, Table } from './catalogue.ts';

/** A listing of `wallfeed tables`: the databases, the tables of one database, or one table with its proposal. */
export type Listing =
  | { readonly databases: readonly string[] }
  | { readonly database: string; readonly tables: readonly Table[]; readonly proposal?: string };

const formatColumns = (columns: readonly Column[]): string =>
  columns.map(({ name, type }) => `${name} ${type}`).join(', ');

const formatOne = ({ name, location, columns, partitions }: Table): string =>
  [
    `${name}${location === undefined ? '' : `  ${location}`}`,
    formatTable([
      ...columns.map((column) => ['', column.name, column.type]),
      ...partitions.map((column) => ['', column.name, column.type, 'partition']),
    ]),
  ].join('\n');

const formatBrief = ({ name, location, columns, partitions }: Table): string =>
  [
    `${name}${location === undefined ? '' : `  ${location}`}`,
    `  columns: ${formatColumns(columns)}`,
    ...(partitions.length > 0 ? [`  partitions: ${formatColumns(partitions)}`] : []),
  ].join('\n');

const formatText = (listing: Listing): string => {
  if ('databases' in listing)
    return listing.databases.length > 0 ? listing.databases.join('\n') : 'The catalogue has no databases.';
  const { database, tables, proposal } = listing;
  if (tables.length === 0) return `The database ${database} has no tables.`;
  if (proposal === undefined) return tables.map(formatBrief).join('\n');
  return `${tables.map(formatOne).join('\n')}\n\nLines for dashboard.yml:\n\n${proposal.trimEnd()}`;
};

const formatJson = (listing: Listing): string => JSON.stringify({ version: 1, ...listing }, null, 2);

/** The formats of `wallfeed tables`. */
export const TABLE_FORMATS = { text: formatText, json: formatJson };
