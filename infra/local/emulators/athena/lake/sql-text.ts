/** Quotes a text for SQL. */
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Quotes a name for SQL. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
