import type { Language } from '../config/promises.ts';
import { pluralize } from '../errors/pluralize.ts';
import type { Finding, FindingKind } from './finding.ts';
import { type Clock, civilOf, MINUTE_MS } from './zone-time.ts';

/** The figures of a sentence as texts, by their names. */
type Figures = Readonly<Record<string, string>>;

const ENGLISH: Readonly<Record<FindingKind | 'holds' | 'holdsNewest' | 'holdsRows', string>> = {
  newest: 'the newest row is from {time}, {age} old; promised within {length}',
  noTime: 'no row has a time in {column}; promised within {length}',
  by: 'no row of today is there at {now}, and the newest is from {time}; promised by {due}',
  tooFewRows: '{rows}; promised at least {bound}',
  tooManyRows: '{rows}; promised at most {bound}',
  tooLow: '{column} is {cell} in {place}{others}; promised at least {bound}',
  tooHigh: '{column} is {cell} in {place}{others}; promised at most {bound}',
  other: "{column} is '{cell}' in {place}{others}; promised one of {values}",
  twice: "{column} has '{cell}' again in {place}{others}; promised no value twice",
  blank: '{column} is blank in {place}{others}; promised never',
  noNumber: "{column} is '{cell}' in {place}{others}, which is no number",
  noColumn: 'there is no column {column}',
  holds: 'as promised again, after {broken}',
  holdsNewest: 'the newest row is from {time}, as promised again after {broken}',
  holdsRows: '{rows}, as promised again after {broken}',
};

const CHINESE: typeof ENGLISH = {
  newest: '最新一行的时间是 {time}，已过去 {age}；约定不超过 {length}',
  noTime: '列 {column} 中没有任何时间；约定最新一行不超过 {length}',
  by: '到 {now} 还没有今天的数据，最新一行的时间是 {time}；约定 {due} 之前到齐',
  tooFewRows: '只有 {count} 行；约定至少 {bound} 行',
  tooManyRows: '有 {count} 行；约定最多 {bound} 行',
  tooLow: '{place}的 {column} 是 {cell}{others}；约定不小于 {bound}',
  tooHigh: '{place}的 {column} 是 {cell}{others}；约定不大于 {bound}',
  other: '{place}的 {column} 是“{cell}”{others}；约定只能是 {values}',
  twice: '{place}的 {column} 又出现了“{cell}”{others}；约定不重复',
  blank: '{place}的 {column} 为空{others}；约定不能为空',
  noNumber: '{place}的 {column} 是“{cell}”{others}，不是数字',
  noColumn: '没有列 {column}',
  holds: '已恢复正常，此前异常持续 {broken}',
  holdsNewest: '最新一行的时间是 {time}，已恢复正常，此前异常持续 {broken}',
  holdsRows: '有 {count} 行，已恢复正常，此前异常持续 {broken}',
};

interface Words {
  readonly sentences: typeof ENGLISH;
  readonly units: readonly [days: string, hours: string, minutes: string, seconds: string];
  readonly line: (line: number) => string;
  readonly row: (row: number) => string;
  readonly others: (count: number) => string;
  readonly never: string;
  /** True if a promised length is written as dashboard.yml writes it. */
  readonly exact: boolean;
  readonly colon: string;
  readonly comma: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    sentences: ENGLISH,
    units: ['d', 'h', 'min', 's'],
    line: (line) => `line ${line}`,
    row: (row) => `row ${row}`,
    others: (count) => ` and in ${count} more`,
    never: 'no time at all',
    exact: true,
    colon: ': ',
    comma: ', ',
  },
  zh: {
    sentences: CHINESE,
    units: ['天', '小时', '分钟', '秒'],
    line: (line) => `第 ${line} 行`,
    row: (row) => `第 ${row} 行数据`,
    others: (count) => `，另有 ${count} 行如此`,
    never: '无',
    exact: false,
    colon: '：',
    comma: '、',
  },
};

const SECOND_MS = 1_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Writes a length of time in its two largest units: `3 h 4 min`. */
const writeLength = (ms: number, { units: [days, hours, minutes, seconds] }: Words): string => {
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(ms / DAY_MS), days],
    [Math.floor(ms / HOUR_MS) % 24, hours],
    [Math.floor(ms / MINUTE_MS) % 60, minutes],
    [ms < MINUTE_MS ? Math.floor(ms / SECOND_MS) : 0, seconds],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return `0 ${seconds}`;
  const shown = parts.slice(first, first + 2).filter(([count]) => count > 0);
  return shown.map(([count, unit]) => `${count} ${unit}`).join(' ');
};

/** Writes a length of time in the largest unit that needs no fraction: `2h`, `90m`. */
const writeExact = (ms: number): string => {
  const units = [
    [DAY_MS, 'd'],
    [HOUR_MS, 'h'],
    [MINUTE_MS, 'm'],
    [SECOND_MS, 's'],
  ] as const;
  const [size, unit] = units.find(([size]) => ms >= size && ms % size === 0) ?? [1, 'ms'];
  return `${ms / size}${unit}`;
};

/** Writes the time of day in the zone, with the date unless it is today. */
const writeTime = (time: number | undefined, { now, timezone }: Clock, { never }: Words): string => {
  if (time === undefined) return never;
  const [date, clock] = new Date(civilOf(time, timezone)).toISOString().slice(0, 16).split('T');
  const today = new Date(civilOf(now, timezone)).toISOString().slice(0, 10);
  return date === today ? String(clock) : `${date} ${clock}`;
};

const writeMinute = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

const fill = (template: string, figures: Figures): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => figures[name] ?? whole);

const figuresOf = (finding: Finding, newest: number | undefined, clock: Clock, words: Words): Figures => {
  const { column = '', cell = '', line, row = 0, count = 0, bound = 0, values = [] } = finding;
  return {
    column,
    cell,
    count: String(count),
    rows: pluralize(count, 'row'),
    bound: String(bound),
    values: values.join(words.comma),
    place: line === undefined ? words.row(row) : words.line(line),
    others: count > 1 ? words.others(count - 1) : '',
    time: writeTime(newest, clock, words),
    now: writeTime(clock.now, clock, words),
    age: writeLength(clock.now - (newest ?? clock.now), words),
    length: words.exact ? writeExact(bound) : writeLength(bound, words),
    due: writeMinute(bound),
  };
};

/** Says how a promise is broken, without the name of its source. */
export const describeFinding = (
  finding: Finding,
  newest: number | undefined,
  clock: Clock,
  language: Language = 'en',
): string => {
  const words = WORDS[language];
  return fill(words.sentences[finding.kind], figuresOf(finding, newest, clock, words));
};

/** Writes a time as sentences do: `06:12`, or `2026-11-27 22:10`. */
export const describeTime = (time: number, clock: Clock, language: Language = 'en'): string =>
  writeTime(time, clock, WORDS[language]);

interface LastFigures {
  readonly newest?: number | undefined;
  readonly rows?: number | undefined;
}

const sourceOf = (name: string): string => name.slice(0, name.indexOf('.'));

/** Says that a promise is broken: `orders: the newest row is from 06:12, …`. */
export const describeBroken = (
  name: string,
  finding: Finding,
  { newest }: LastFigures,
  clock: Clock,
  language: Language = 'en',
): string => `${sourceOf(name)}${WORDS[language].colon}${describeFinding(finding, newest, clock, language)}`;

/** Says that a promise holds again, and for how long it was broken. */
export const describeHeld = (
  name: string,
  brokenMs: number,
  { newest, rows }: LastFigures,
  clock: Clock,
  language: Language = 'en',
): string => {
  const words = WORDS[language];
  const own = name.slice(sourceOf(name).length + 1);
  const isOfTime = (own === 'newest' || own === 'by') && newest !== undefined;
  const isOfRows = own === 'rows' && rows !== undefined;
  const kind = isOfTime ? 'holdsNewest' : isOfRows ? 'holdsRows' : 'holds';
  const figures = {
    time: writeTime(newest, clock, words),
    count: String(rows ?? 0),
    rows: pluralize(rows ?? 0, 'row'),
    broken: writeLength(brokenMs, words),
  };
  const subject = kind === 'holds' ? name : sourceOf(name);
  return `${subject}${words.colon}${fill(words.sentences[kind], figures)}`;
};
