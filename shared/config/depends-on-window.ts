import type { EndpointConfig } from './dashboard-config.ts';
import {
  type CsvSource,
  type JsonRowsSource,
  partsOf,
  type SingleSource,
  type SqlParameter,
  type SqlSource,
} from './sources.ts';

type Tables = Pick<EndpointConfig, 'tables'>;

/** A part of the request that a source uses: the end of its time window, or its length. */
type WindowPart = 'currentTime' | 'timePeriod';

const PARTS_OF: Readonly<Record<SqlParameter, readonly WindowPart[]>> = {
  from: ['currentTime', 'timePeriod'],
  to: ['currentTime'],
  currentTime: ['currentTime'],
  timePeriod: ['timePeriod'],
};

const sqlUses = ({ parameters }: SqlSource, part: WindowPart): boolean =>
  parameters.some((parameter) => PARTS_OF[parameter].includes(part));

/** A window with a length of its own takes nothing but the time from the request. */
const fileUses = ({ selection }: CsvSource | JsonRowsSource, part: WindowPart): boolean =>
  selection?.window !== undefined && (part === 'currentTime' || selection.window.last === undefined);

/** True if a source gives other rows for another time window. */
const uses = (source: SingleSource, part: WindowPart): boolean =>
  source.source === 'sql' ? sqlUses(source, part) : fileUses(source, part);

const anyUses = ({ tables }: Tables, part: WindowPart): boolean => {
  for (const name in tables) {
    const table = tables[name];
    if (table && partsOf(table).some((source) => uses(source, part))) return true;
  }
  return false;
};

/** True if a file gives other rows at another time, although it did not change. */
export const isWindowed = (source: CsvSource | JsonRowsSource): boolean => fileUses(source, 'currentTime');

/** True if the body depends on the request's `timePeriod`. */
export const dependsOnPeriod = (endpoint: Tables): boolean => anyUses(endpoint, 'timePeriod');

/** True if the body depends on the request's `currentTime`. */
export const dependsOnTime = (endpoint: Tables): boolean => anyUses(endpoint, 'currentTime');
