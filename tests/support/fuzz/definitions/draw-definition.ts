import fc from 'fast-check';
import { PROTOTYPE_KEYS } from '../cases/fuzz-texts.ts';

/** Names of columns, functions and keys, and names that every object has. */
const word = fc.oneof(
  fc.constantFrom(...PROTOTYPE_KEYS),
  fc.constantFrom('Region', 'Amount', 'At', 'sum', 'round', 'hours', 'of', 'is', 'rows', '金额', 'x y'),
);

/** Few of the formulas are valid. */
const formula = fc.letrec<{ term: string }>((tie) => ({
  term: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    word,
    fc.tuple(word, fc.array(tie('term'), { maxLength: 3 })).map(([name, of]) => `${name}(${of.join(', ')})`),
    fc
      .tuple(tie('term'), fc.constantFrom('+', '-', '*', '/'), tie('term'))
      .map(([left, sign, right]) => `(${left} ${sign} ${right})`),
    fc.tuple(word, word, word).map(([name, ...of]) => `${name}(${of.join(', ')})`),
    word.map((name) => `[${name}]`),
  ),
})).term;

const pattern = fc
  .array(
    fc.oneof(
      fc.integer({ min: 1, max: 40 }).map((times) => '*a'.repeat(times)),
      fc.integer({ min: 1, max: 40 }).map((times) => `{${'HH'.repeat(times)}}`),
      fc.constantFrom('orders', '-', '{date}', '{', '}', '**', '.csv', ...PROTOTYPE_KEYS),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join(''));

const fields = fc.dictionary(word, fc.oneof(word, fc.constantFrom(1, null, true)), { maxKeys: 3 });

const endpoint = fc.oneof(
  {
    arbitrary: formula.map((text) => ({ columns: { name: 'Region', value: { formula: text } } })),
    weight: 4,
  },
  fc.tuple(word, fields).map(([key, map]) => ({ columns: { name: 'Region', value: { [key]: 'Amount', ...map } } })),
  fc.tuple(word, word).map(([name, value]) => ({ columns: { name, value: { sum: value } } })),
  fc
    .tuple(fc.constantFrom('where', 'units', 'durations', 'dates', 'parameters', 'options', 'csv'), fields)
    .map(([key, map]) => ({ [key]: map })),
  fc.tuple(word, word).map(([key, value]) => ({ [key]: value })),
);

/** A pattern with many `*` can fit this name in very many ways. */
export const LONG_NAME = `${'a'.repeat(40)}.csv`;

/** The endpoint selects from one dataset. Another dataset has the drawn name of a file. */
export const definition = fc.tuple(endpoint, pattern).map(([keys, file]) => ({
  dashboard: 'fuzz',
  timezone: 'UTC',
  datasets: {
    orders: { csv: 'orders.csv' },
    others: { csv: { file, window: { of: 'At', last: '1d' } } },
  },
  endpoints: { pie: { component: '3D Pie Chart', dataset: 'orders', ...keys } },
}));
