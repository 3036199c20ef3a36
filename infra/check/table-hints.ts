const MAX_LISTED_TABLES = 8;

export const listTables = (tables: readonly string[], isNamed: boolean): string => {
  const list = tables.slice(0, MAX_LISTED_TABLES).join(', ');
  if (isNamed) return list === '' ? 'the database has no table' : `the database has the tables ${list}`;
  return list === '' ? 'the *.sql files of data/ create no table' : `the *.sql files of data/ create ${list}`;
};
