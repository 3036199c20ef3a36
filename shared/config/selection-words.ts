export const SELECTION_KEYS = [
  'columns',
  'where',
  'window',
  'unpivot',
  'join',
  'fill',
  'sort',
  'limit',
  'per',
  'rest',
  'unique',
] as const;

export const WINDOW_KEYS = ['of', 'last', 'atMost'] as const;

/** `today` begins at midnight, `week` on Monday. */
export const WINDOW_SPANS = ['today', 'week', 'month', 'year'] as const;

export const COMPARISONS = ['above', 'below', 'atLeast', 'atMost'] as const;

/** A condition without a key is a value, or a list of values. */
export const CONDITIONS = ['not', ...COMPARISONS, 'contains', 'parameter', 'blank'] as const;

/** `time` is the time itself. */
export const BUCKET_UNITS = ['time', 'minute', 'hour', 'day', 'week', 'month'] as const;

export const CELL_KEYS = ['dates', 'months', 'blank', 'units', 'durations', 'fillDown'] as const;

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

/** Each column's source has exactly one of these words. */
export const SOURCE_WORDS = [
  ...CELL_AGGREGATES,
  'count',
  'percent',
  'percentile',
  'formula',
  'change',
  'difference',
  'running',
  'moving',
  ...BUCKET_UNITS,
  'map',
  'constant',
  'palette',
  'list',
] as const;

const BESIDE_AGGREGATES = ['where', 'else', 'earlier'];

export const WORDS_BESIDE: Partial<Record<(typeof SOURCE_WORDS)[number], readonly string[]>> = {
  ...Object.fromEntries([...CELL_AGGREGATES, 'count'].map((word) => [word, BESIDE_AGGREGATES])),
  first: ['by', ...BESIDE_AGGREGATES],
  last: ['by', ...BESIDE_AGGREGATES],
  percent: ['of', ...BESIDE_AGGREGATES],
  percentile: ['of', ...BESIDE_AGGREGATES],
  formula: ['with', ...BESIDE_AGGREGATES],
  change: ['earlier', 'else'],
  difference: ['earlier', 'else'],
  moving: ['over'],
  map: ['to', 'else'],
};

/** The value is one column of the file. The value of `percent` may also be `rows`. */
export const COLUMN_WORDS = [...CELL_AGGREGATES, ...BUCKET_UNITS, 'percent', 'map', 'by', 'of'] as const;
