import { createBucketText } from '../../../shared/calendar/bucket.ts';
import { pluralize } from '../../../shared/errors/pluralize.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import type { WrittenSelection } from './written-selection.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Clocks and exports differ by some minutes. */
const TOLERATED_MS = 10 * MINUTE_MS;

const describeDistance = (ms: number): string => {
  if (ms >= 2 * DAY_MS) return pluralize(Math.round(ms / DAY_MS), 'day');
  return ms >= HOUR_MS ? `${Math.round(ms / HOUR_MS)} h` : `${Math.round(ms / MINUTE_MS)} min`;
};

/** Warns of a window whose newest row lies in the future, which a wrong time zone causes. */
export const futureRows = (
  newest: number | undefined,
  { path }: WrittenSelection,
  { now, timezone }: { readonly now: number; readonly timezone: string },
): readonly DefinitionProblem[] => {
  if (newest === undefined || newest - now <= TOLERATED_MS) return [];
  const time = createBucketText('time', timezone)(newest);
  const message = `the newest row is from ${time}, ${describeDistance(newest - now)} in the future; is \`timezone\` the zone of the file?`;
  const hint = `times without a zone are read as ${timezone}; no request shows a row before its time`;
  return [{ path: [...path, 'window'], message, hint, severity: 'warning' }];
};
