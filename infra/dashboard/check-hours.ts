import type { DefinitionProblem } from './definition-problem.ts';
import { type OpenTime, parseHours } from './opening-hours.ts';

const linesOf = (hours: unknown): readonly unknown[] => (hours === undefined ? [] : [hours].flat());

const checkLines = (hours: unknown): readonly DefinitionProblem[] =>
  linesOf(hours).flatMap((line, index) => {
    const parsed = typeof line === 'string' ? parseHours(line) : [];
    if (!('message' in parsed)) return [];
    return [{ path: Array.isArray(hours) ? ['hours', index] : ['hours'], ...parsed }];
  });

/** Warns of `hours` without a timezone. Few walls open by UTC, and a schedule that is hours late is easily missed. */
const WITHOUT_TIMEZONE: DefinitionProblem = {
  path: ['hours'],
  severity: 'warning',
  message: 'hours are read in UTC, as the dashboard has no timezone',
  hint: 'add timezone: Europe/Berlin, or timezone: UTC if that is meant',
};

/** Finds errors in `hours` that the schema cannot express. */
export const checkHours = ({ hours, timezone }: Readonly<Record<string, unknown>>): readonly DefinitionProblem[] => [
  ...checkLines(hours),
  ...(hours !== undefined && timezone === undefined ? [WITHOUT_TIMEZONE] : []),
];

/** Reads valid `hours` as times of the week. */
export const compileHours = (hours: unknown): readonly OpenTime[] =>
  linesOf(hours).flatMap((line) => {
    const parsed = parseHours(String(line));
    return 'message' in parsed ? [] : parsed;
  });
