import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import type { QueriedFile } from './subject.ts';

/** Discards the records. */
export const run = async ({ file }: QueriedFile): Promise<undefined> => {
  let records = 0;
  for await (const _record of createReadStream(file).pipe(parse())) records += 1;
  if (records === 0) throw new Error('the file has no record');
};
