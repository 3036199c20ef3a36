import { extname } from 'node:path';

/** CSV has no charset, because a file may be in any encoding. */
const TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.tsv': 'text/tab-separated-values',
  '.json': 'application/json',
};

/** Returns the content type for a file name. */
export const contentTypeOf = (name: string): string => TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream';
