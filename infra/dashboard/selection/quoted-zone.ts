import { reachInZone, spanInZone } from '../../../shared/tabular/time-zone.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import type { Path } from '../folder/read-yaml.ts';

/** The hours from UTC that the name of a zone may mean. */
const HOURS: Readonly<Record<string, readonly number[]>> = {
  UTC: [0],
  GMT: [0],
  BST: [1],
  CET: [1],
  MEZ: [1],
  CEST: [2],
  MESZ: [2],
  EET: [2],
  EEST: [3],
  MSK: [3],
  IST: [5.5, 2, 1],
  HKT: [8],
  SGT: [8],
  JST: [9],
  KST: [9],
  AEST: [10],
  AEDT: [11],
  EST: [-5],
  EDT: [-4],
  CST: [-6, 8],
  CDT: [-5],
  MST: [-7],
  MDT: [-6],
  PST: [-8],
  PDT: [-7],
};

const QUOTED = /'([A-Z]{3,4})'/;
const HOUR_MS = 3_600_000;
/** The first days of two months with different offsets in zones that change their clocks. */
const SAMPLES_MS = [Date.UTC(2026, 0), Date.UTC(2026, 6)];

const hoursOf = (timezone: string): readonly number[] =>
  SAMPLES_MS.map((time) => spanInZone(reachInZone(time, timezone), timezone).offset / HOUR_MS);

/** True for a zone whose clock shows UTC the whole year. */
export const isAlwaysUtc = (timezone: string): boolean => hoursOf(timezone).every((hour) => hour === 0);

/**
 * Warns about the name of a zone in quotes, because such a pattern reads times in the dashboard's zone. There is no
 * warning for a name that may be that of the dashboard's zone.
 */
export const quotedZone = (dates: string, path: Path, timezone: string | undefined): readonly DefinitionProblem[] => {
  const [, name = ''] = QUOTED.exec(dates) ?? [];
  const hours = Object.hasOwn(HOURS, name) ? HOURS[name] : undefined;
  if (!hours || timezone === undefined) return [];
  const ours = hoursOf(timezone);
  const isUtc = hours[0] === 0;
  if (isUtc ? isAlwaysUtc(timezone) : ours.some((hour) => hours.includes(hour))) return [];
  const message = `\`dates\` has '${name}' in quotes, so the times are read in ${timezone}`;
  const hint = isUtc
    ? `write ${dates.replace(`'${name}'`, 'Z')}`
    : 'write offsets such as +08:00 in the file, and Z in `dates`';
  return [{ path, severity: 'warning', message, hint }];
};
