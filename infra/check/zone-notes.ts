import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import type { Problem, TextProblem } from '../dashboard/folder/diagnostic.ts';
import { isAlwaysUtc } from '../dashboard/selection/quoted-zone.ts';

/** Matches the start of a statement's call that counts whole days. */
const TRUNCATION = /\bdate_trunc\s*\(\s*'(day|week|month|quarter|year)'\s*,/gi;
/** Matches a time that the statement moves to a zone other than UTC. */
const SHIFT = /\bat\s+time\s+zone\s+'(?!utc'|gmt'|etc\/|z')|\btimezone\s*\(/i;

/** Undefined if the call has no end. */
const argumentsFrom = (
  sql: string,
  start: number,
): { readonly list: readonly string[]; readonly end: number } | undefined => {
  const list: string[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; at < sql.length; at += 1) {
    const one = sql.charAt(at);
    if (one === "'") at = sql.indexOf("'", at + 1) === -1 ? sql.length : sql.indexOf("'", at + 1);
    else if (one === '(') depth += 1;
    else if (one === ')' && depth > 0) depth -= 1;
    else if ((one === ',' || one === ')') && depth === 0) {
      list.push(sql.slice(from, at).trim());
      from = at + 1;
      if (one === ')') return { list, end: at + 1 };
    }
  }
  return undefined;
};

/** Says that a statement cuts times into days of UTC, if the dashboard has another zone. */
export const daysInUtc = (statement: string, timezone: string): readonly TextProblem[] => {
  if (isAlwaysUtc(timezone) || SHIFT.test(statement)) return [];
  for (const found of statement.matchAll(TRUNCATION)) {
    const [call, unit = ''] = found;
    const read = argumentsFrom(statement, found.index + call.length);
    const [time = ''] = read?.list ?? [];
    if (read?.list.length !== 1 || statement.startsWith('::date', read.end)) continue;
    return [
      {
        offset: found.index,
        severity: 'note',
        message: `date_trunc('${unit}', ...) begins at midnight in UTC, not in ${timezone}`,
        hint: `write date_trunc('${unit}', ${time}, '${timezone}'); for a date write date_trunc('${unit}', ${time})::date`,
      },
    ];
  }
  return [];
};

/** The types of times without an offset, of both engines. */
const LOCAL_TIMES: ReadonlySet<string> = new Set(['timestamp', 'DATETIME', 'TIMESTAMP']);

/** Says in which zone times without an offset are read, if a result has some, and the zone may be another one. */
export const localTimesNote = (
  types: readonly string[],
  { dialect, timezone }: Pick<LoadedDashboard, 'dialect' | 'timezone'>,
): TextProblem | undefined => {
  const isClear = dialect === undefined && isAlwaysUtc(timezone);
  if (isClear || !types.some((type) => LOCAL_TIMES.has(type))) return undefined;
  return {
    offset: 0,
    severity: 'note',
    message: `times without an offset are read in ${dialect?.timezone ?? 'UTC'}`,
    hint: 'write `database: { timezone: ... }` with the zone of the database if it is another one',
  };
};

const MOVES = /\bat\s+time\s+zone\b/gi;

/** Reads only the statement, whose result is unknown because no seeds create its tables. */
export const mayLackZone = (statement: string, timezone: string): readonly TextProblem[] => {
  const moves = Array.from(statement.matchAll(MOVES));
  const [first] = moves;
  if (!first || moves.length % 2 === 0 || !SHIFT.test(statement) || /\bto_char\s*\(/i.test(statement)) return [];
  if (isAlwaysUtc(timezone)) return [];
  return [
    {
      offset: first.index,
      severity: 'note',
      message: 'the statement moves a time to another zone: a time without a zone is read as UTC',
      hint: `leave \`at time zone\` out, or write (...) at time zone '${timezone}' around it`,
    },
  ];
};

const TEXTS: ReadonlySet<string> = new Set(['text', 'freeText', 'numberOrText', 'list']);

const castOf = (label: string): string => (/^[a-z_]\w*$/.test(label) ? label : `"${label}"`);

/** Says that a time of a result is shown in UTC, or read in UTC although the statement moves it to another zone. */
export const zoneNote = (
  {
    type,
    label,
    fills,
    statement,
  }: { readonly type: string; readonly label: string; readonly fills: string; readonly statement: string },
  timezone: string,
): (Problem & { readonly severity: 'note' }) | undefined => {
  if (isAlwaysUtc(timezone)) return undefined;
  if (type === 'timestamptz' && TEXTS.has(fills))
    return {
      severity: 'note',
      message: `column '${label}' is shown in UTC, not in ${timezone}`,
      hint: `write to_char(${castOf(label)} at time zone '${timezone}', 'YYYY-MM-DD HH24:MI')`,
    };
  if (type !== 'timestamp' || fills !== 'time' || !SHIFT.test(statement)) return undefined;
  return {
    severity: 'note',
    losesZone: true,
    message: `column '${label}' has no zone and is read as UTC, but the statement moves it to another zone`,
    hint: `leave \`at time zone\` out, or write (${castOf(label)}) at time zone '${timezone}' around it`,
  };
};
