import { pluralize } from '../../../shared/errors/pluralize.ts';
import type { EmptyReason } from '../../../shared/tabular/empty-reason.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const describeTime = (ms: number): string => {
  if (ms >= 2 * DAY_MS) return pluralize(Math.round(ms / DAY_MS), 'day');
  if (ms >= HOUR_MS) return `${Math.round(ms / HOUR_MS)} h`;
  return ms >= MINUTE_MS ? `${Math.round(ms / MINUTE_MS)} min` : `${Math.round(ms / 1000)} s`;
};

/** Says why no row of the sources reached a response. */
export const emptySentence = ({ step, read, newest }: EmptyReason, now: number): string => {
  if (step === 'source') return 'The source has no rows.';
  const kept = `\`${step}\` keeps 0 of ${pluralize(read, 'row')}`;
  if (newest === undefined) return `${kept}.`;
  return `${kept}. The newest is ${describeTime(Math.abs(now - newest))} ${newest > now ? 'after' : 'before'} now.`;
};
