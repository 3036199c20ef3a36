import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import { say } from '../../../shared/tabular/say.ts';
import { type DefinitionProblem, namePath } from '../folder/definition-problem.ts';
import { describeValue } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import type { HeadKey } from './head-key.ts';

export const dashboard: HeadKey = {
  group: 'The dashboard',
  schema: {
    title: "The dashboard's name, which is part of the name of its stack",
    description: 'a name such as ops-room',
    examples: ['ops-room'],
    $ref: '#/$defs/slug',
  },
  stops: true,
  compile: (name) => ({ name: name as string }),
};

export const description: HeadKey = {
  group: 'The dashboard',
  schema: {
    description: 'a text that says what the dashboard shows',
    examples: ['The operations wall of an online shop'],
    type: 'string',
  },
  without: 'none',
};

/** Offsets such as +01:00 are refused, because an offset has no summer time. */
const isZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/** Names of China's time that are no IANA zones. */
const CHINA_TIME =
  /^(?:asia\/(?:beijing|shenzhen|guangzhou|hangzhou|chengdu)|(?:北京|上海|中国)(?:标准)?(?:时间)?|(?:utc|gmt)\s*\+0?8(?::?00)?|cst)$/i;

const hintOfZone = (zone: string): string => {
  if (CHINA_TIME.test(zone.normalize('NFKC').trim())) return 'write Asia/Shanghai';
  const [near] = nearestNames(zone, [...Intl.supportedValuesOf('timeZone'), 'UTC'], 1);
  return near === undefined ? 'write an IANA zone, such as Asia/Shanghai' : `did you mean ${near}?`;
};

export const zoneProblems = (zone: unknown, path: Path): readonly DefinitionProblem[] => {
  if (typeof zone !== 'string' || zone === '' || isZone(zone)) return [];
  const message = say`unknown ${namePath(path)} ${describeValue(zone)}`;
  return [{ path, message, hint: hintOfZone(zone) }];
};

export const timezone: HeadKey = {
  group: 'The dashboard',
  schema: {
    title: 'The time zone of opening hours, and of times without a zone',
    description: 'an IANA zone, such as Asia/Shanghai',
    examples: ['Asia/Shanghai'],
    default: 'UTC',
    type: 'string',
    minLength: 1,
  },
  stops: true,
  check: (zone) => zoneProblems(zone, ['timezone']),
  compile: (timezone) => ({ timezone: timezone as string }),
};

export const datasets: HeadKey = {
  group: 'The dashboard',
  schema: {
    title: 'Sources that several endpoints select from, each read once for all of them',
    description: 'a map of at least one dataset, by names such as sales',
    examples: [{ sales: { sql: 'select region, amount from orders where at between :from and :to', cache: '5m' } }],
    type: 'object',
    minProperties: 1,
    propertyNames: { $ref: '#/$defs/slug' },
    additionalProperties: { $ref: '#/$defs/dataset' },
  },
  without: 'none',
};

export const endpoints: HeadKey = {
  group: 'The dashboard',
  schema: {
    title: 'The URLs of the dashboard',
    description: 'a map of at least one endpoint, by names such as traffic-share',
    examples: [{ 'traffic-share': { component: '3D Pie Chart', csv: 'traffic.csv' } }],
    type: 'object',
    minProperties: 1,
    propertyNames: { $ref: '#/$defs/slug' },
    additionalProperties: { $ref: '#/$defs/endpoint' },
  },
};
