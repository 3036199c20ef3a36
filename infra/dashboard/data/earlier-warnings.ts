import { moveTime, stepsOf } from '../../../shared/calendar/earlier.ts';
import type { EarlierStep, SelectedColumn } from '../../../shared/config/selection.ts';
import { bindTable, type TableSettings } from '../../../shared/sources/bind-table.ts';
import { freeText, optional } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { writeDuration } from '../folder/duration.ts';
import type { OpenedSource } from './check-references.ts';

const ANY = table({ any: optional(freeText) });
const PRESENT: SelectedColumn = { name: 'any', source: { from: 'constant', value: 'x' } };

const nameStep = (step: EarlierStep): string => (typeof step === 'number' ? writeDuration(step) : `a ${step}`);

/**
 * Warns of an earlier window in which a file has no row. A request may choose the length of a window without one of its
 * own, so only windows of a fixed length are tried, at the newest time of the file.
 */
export const earlierWarnings = (
  { source, file, written }: OpenedSource,
  settings: TableSettings,
  newest: number | undefined,
): readonly DefinitionProblem[] => {
  const { unpivot, where, window, columns = [] } = source.selection ?? {};
  if (!window || window.last === undefined || newest === undefined) return [];
  const selection = {
    ...(unpivot && { unpivot }),
    ...(where && { where }),
    window,
    columns: [PRESENT],
    limit: 1,
  };
  const [reader] = bindTable({ ...source, selection }, ANY, settings).readers;
  const hasRows = (currentTime: number): boolean =>
    reader !== undefined && file.read(reader({ currentTime, timePeriod: 1 })).rows.length > 0;
  return columns.flatMap((column): readonly DefinitionProblem[] => {
    const missing = stepsOf({ columns: [column] }).find(
      (step) => !hasRows(moveTime(newest, step, -1, settings.timezone)),
    );
    if (missing === undefined) return [];
    const message = `the file has no row in the window that is ${nameStep(missing)} earlier`;
    const hint = 'keep more rows in the file, or compare with a nearer window';
    return [{ path: [...written.path, 'columns', column.name], part: 'key', message, hint, severity: 'warning' }];
  });
};
