/** The keys of a selection. */
export const SELECTION_KEYS = ['columns', 'where', 'window', 'unpivot', 'sort', 'limit', 'rest', 'unique'] as const;

/** The keys of a window. */
export const WINDOW_KEYS = ['of', 'last', 'atMost'] as const;

/** Conditions that compare a cell with a number or a time. */
export const COMPARISONS = ['above', 'below', 'atLeast', 'atMost'] as const;

/** The keys of a condition. A condition without a key is a value, or a list of values. */
export const CONDITIONS = ['not', ...COMPARISONS, 'contains', 'blank'] as const;

/** Spans of time that times are grouped by. `time` is the time itself. */
export const BUCKET_UNITS = ['time', 'minute', 'hour', 'day', 'week', 'month'] as const;

/** The keys that say how the cells of any source are read. */
export const CELL_KEYS = ['dates', 'months', 'blank', 'units', 'durations', 'fillDown'] as const;

/** Aggregates of the cells of one column. */
export const CELL_AGGREGATES = [
  'sum',
  'average',
  'min',
  'max',
  'median',
  'deviation',
  'first',
  'last',
  'distinct',
  'collect',
] as const;

/** The main keys of a column's source. Each source has exactly one of them. */
export const SOURCE_WORDS = [
  ...CELL_AGGREGATES,
  'count',
  'percent',
  'percentile',
  ...BUCKET_UNITS,
  'map',
  'constant',
  'palette',
  'list',
] as const;

/** The keys that a source may have beside a main key. */
export const WORDS_BESIDE: Partial<Record<(typeof SOURCE_WORDS)[number], readonly string[]>> = {
  ...Object.fromEntries([...CELL_AGGREGATES, 'count'].map((word) => [word, ['where', 'else']])),
  first: ['by', 'where', 'else'],
  last: ['by', 'where', 'else'],
  percent: ['of', 'where', 'else'],
  percentile: ['of', 'where', 'else'],
  map: ['to', 'else'],
};

/** The keys of a source whose value is one column of the file. The value of `percent` may also be `rows`. */
export const COLUMN_WORDS = [...CELL_AGGREGATES, ...BUCKET_UNITS, 'percent', 'map', 'by', 'of'] as const;
