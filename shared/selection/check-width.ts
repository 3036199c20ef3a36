import { pluralize } from '../errors/pluralize.ts';
import type { Detail } from '../errors/wallfeed-error.ts';
import { describeColumns, describeHeader, hasColumns } from '../tabular/column-count.ts';
import type { TableDefinition } from '../tabular/define-table.ts';
import type { FileHeader } from './find-columns.ts';

/** Reports a file that is read by position but does not have as many columns as the component. */
export const checkWidth = (
  definition: TableDefinition,
  { names, line, noun = 'file' }: FileHeader,
  hasHeader: boolean,
): readonly Detail[] => {
  if (hasColumns(definition, names.length)) return [];
  const found = hasHeader
    ? `the ${noun === 'file' ? 'header' : noun} has ${describeHeader(names)}`
    : `the ${noun} has ${pluralize(names.length, 'column')}`;
  const hint = 'give exactly the expected columns in their order, or say with columns where each comes from';
  return [{ line, message: `${found}; ${describeColumns(definition)}`, hint }];
};
