import type { Finding } from '../tools/dashboard/finding.ts';
import { type OpenTime, parseHours } from './opening-hours.ts';

const linesOf = (hours: unknown): readonly unknown[] => (hours === undefined ? [] : [hours].flat());

/** Finds what the schema cannot say about `hours`. */
export const checkHours = (hours: unknown): readonly Finding[] =>
  linesOf(hours).flatMap((line, index) => {
    const parsed = typeof line === 'string' ? parseHours(line) : [];
    if (!('message' in parsed)) return [];
    return [{ path: Array.isArray(hours) ? ['hours', index] : ['hours'], ...parsed }];
  });

/** `hours` of a file without findings to times of the week. */
export const compileHours = (hours: unknown): readonly OpenTime[] =>
  linesOf(hours).flatMap((line) => {
    const parsed = parseHours(String(line));
    return 'message' in parsed ? [] : parsed;
  });
