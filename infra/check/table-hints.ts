const MAX_LISTED_TABLES = 8;

/** Lists the tables of the local database, for a statement that names another one. */
export const listTables = (tables: readonly string[]): string =>
  tables.length === 0
    ? 'the *.sql files of data/ create no table'
    : `the *.sql files of data/ create ${tables.slice(0, MAX_LISTED_TABLES).join(', ')}`;
