import type { Finding } from './finding.ts';
import { type OpenTime, parseHours } from './opening-hours.ts';

const linesOf = (hours: unknown): readonly unknown[] => (hours === undefined ? [] : [hours].flat());

const faultsOf = (hours: unknown): readonly Finding[] =>
  linesOf(hours).flatMap((line, index) => {
    const parsed = typeof line === 'string' ? parseHours(line) : [];
    if (!('message' in parsed)) return [];
    return [{ path: Array.isArray(hours) ? ['hours', index] : ['hours'], ...parsed }];
  });

/** A wall hardly opens by UTC, and nobody would notice a schedule that comes hours late. */
const WITHOUT_TIMEZONE: Finding = {
  path: ['hours'],
  severity: 'warning',
  message: 'hours are read in UTC, as the dashboard has no timezone',
  hint: 'add timezone: Europe/Berlin, or timezone: UTC if that is meant',
};

/** Finds what the schema cannot say about `hours`. */
export const checkHours = ({ hours, timezone }: Readonly<Record<string, unknown>>): readonly Finding[] => [
  ...faultsOf(hours),
  ...(hours !== undefined && timezone === undefined ? [WITHOUT_TIMEZONE] : []),
];

/** `hours` of a file without findings to times of the week. */
export const compileHours = (hours: unknown): readonly OpenTime[] =>
  linesOf(hours).flatMap((line) => {
    const parsed = parseHours(String(line));
    return 'message' in parsed ? [] : parsed;
  });
