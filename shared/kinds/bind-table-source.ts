import type { CsvSource, SqlSource } from '../config/sources.ts';
import { bindTable } from '../sources/bind-table.ts';
import { readTable } from '../sources/read-source.ts';
import { toColumnRows } from '../tabular/column-rows.ts';
import { ANY_COLUMNS, type ReadRows } from './source-kind.ts';

/**
 * @param isLasting true if the rows stay the same as long as the file does not change. If a file has a window, each
 * slot has different rows.
 */
export const bindTableSource = (source: CsvSource | SqlSource, timezone: string, isLasting: boolean): ReadRows => {
  const bound = bindTable(source, ANY_COLUMNS, { timezone });
  return async ({ window }, known, limits) => {
    const last = isLasting ? known : undefined;
    const { content, fault, version } = await readTable(bound, { ...limits, window, known: last?.version });
    if (last && version && version === last.version) return last;
    const versioned = version ? { version } : {};
    if (fault) return { fault, ...versioned };
    if (!content) throw new Error('the source has neither rows nor an error');
    return { rows: toColumnRows(content), ...versioned };
  };
};
