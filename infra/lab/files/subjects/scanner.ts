import type { RecordReader } from '../../../../shared/csv/csv-record.ts';
import { createCsvScan } from '../../../../shared/csv/scan-csv.ts';
import { chunksOf, type QueriedFile } from './subject.ts';

const countRecords: RecordReader<number> = {
  fits: () => true,
  create: () => {
    let count = 0;
    return {
      header: () => undefined,
      row: () => {
        count += 1;
        return true;
      },
      finish: () => count,
    };
  },
};

/** Finds records and cells, without reading the text of a cell. */
export const run = async ({ file }: QueriedFile): Promise<undefined> => {
  const scan = createCsvScan({}, countRecords);
  for await (const chunk of chunksOf(file)) scan.push(chunk);
  if (scan.end().content === 0) throw new Error('the file has no record');
};
