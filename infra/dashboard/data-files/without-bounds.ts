import type { SingleSource, TableSource } from '../../../shared/config/sources.ts';

/** A request for all rows up to its `currentTime`. */
export const EVERYTHING = { timePeriod: Number.POSITIVE_INFINITY } as const;

/** Removes the limit of a request's window, so that all rows up to the newest are read. A window of fixed length stays. */
export const withoutBound = <Source extends SingleSource>(source: Source): Source => {
  if (source.source === 'sql' || !source.selection?.window) return source;
  const { atMost: _, ...window } = source.selection.window;
  return { ...source, selection: { ...source.selection, window } };
};

/** Removes the limits of the windows of a table. */
export const withoutBounds = (source: TableSource): TableSource =>
  source.source === 'list' ? { source: 'list', of: source.of.map(withoutBound) } : withoutBound(source);
