import type { EndpointConfig } from './dashboard-config.ts';
import type { Selection } from './selection.ts';
import { type DatasetConfig, type FileSource, partsOf, type SingleSource, type SqlParameter } from './sources.ts';

interface Tables extends Pick<EndpointConfig, 'tables'> {
  readonly datasets?: Readonly<Record<string, DatasetConfig>> | undefined;
}

type WindowPart = 'currentTime' | 'timePeriod';

const PARTS_OF: Readonly<Record<SqlParameter, readonly WindowPart[]>> = {
  from: ['currentTime', 'timePeriod'],
  to: ['currentTime'],
  currentTime: ['currentTime'],
  timePeriod: ['timePeriod'],
};

interface Windowed {
  readonly parameters?: readonly SqlParameter[];
  readonly selection?: Selection;
}

/**
 * True if a query or a selection depends on a part of the request's window. A window of fixed length depends on
 * `currentTime` only.
 */
const sourceUses = ({ parameters = [], selection }: Windowed, part: WindowPart): boolean =>
  parameters.some((parameter) => PARTS_OF[parameter].includes(part)) ||
  (selection?.window !== undefined && (part === 'currentTime' || selection.window.last === undefined));

export const datasetUses = ({ source, window }: DatasetConfig, part: WindowPart): boolean => {
  if (part === 'timePeriod' && window?.last !== undefined) return false;
  return sourceUses(source, part);
};

const uses = (source: SingleSource, part: WindowPart, datasets: Tables['datasets']): boolean => {
  if (sourceUses(source, part)) return true;
  const dataset = source.source === 'dataset' ? datasets?.[source.dataset] : undefined;
  return dataset !== undefined && datasetUses(dataset, part);
};

const anyUses = ({ tables, datasets }: Tables, part: WindowPart): boolean =>
  Object.values(tables).some((table) => partsOf(table).some((source) => uses(source, part, datasets)));

/** True if the rows of an unchanged file depend on the time of the request. */
export const isWindowed = (source: Pick<FileSource, 'selection'>): boolean => sourceUses(source, 'currentTime');

export interface WindowDependence {
  readonly period: boolean;
  readonly time: boolean;
}

/**
 * Finds the parts of a request's window on which the body depends. They are the same for all requests of an endpoint.
 */
export const windowDependence = (endpoint: Tables): WindowDependence => ({
  period: anyUses(endpoint, 'timePeriod'),
  time: anyUses(endpoint, 'currentTime'),
});
