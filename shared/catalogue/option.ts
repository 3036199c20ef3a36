import { say } from '../tabular/say.ts';
import { isMap } from './is-map.ts';

export interface OptionFault {
  /** `''` for the value itself, or a path inside the value, such as `[1].name` or `.north`. */
  readonly path: string;
  readonly message: string;
}

type Siblings = Readonly<Record<string, unknown>>;

export interface Option<Value> {
  /** A text for the documentation: `the colour of the component`. */
  readonly meaning?: string;
  /** Words such as `a number or the word average`. */
  readonly expects: string;
  /** Empty if the value is valid. */
  readonly check: (value: unknown, siblings?: Siblings) => readonly OptionFault[];
  readonly required: boolean;
  readonly fallback?: Value;
}

export type Options = Readonly<Record<string, Option<unknown>>>;

/** Values with fallbacks applied. */
export type OptionValues<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends Option<infer Value> ? Value : never;
};

const shown = (value: unknown): string => JSON.stringify(value) ?? String(value);

const mismatch = (expects: string, value: unknown): readonly OptionFault[] => [
  { path: '', message: say`must be ${expects}, found ${shown(value)}` },
];

const simple = <Value>(expects: string, fits: (value: unknown) => boolean): Option<Value> => ({
  expects,
  required: true,
  check: (value) => (fits(value) ? [] : mismatch(expects, value)),
});

const within = (step: string, faults: readonly OptionFault[]): readonly OptionFault[] =>
  faults.map(({ path, message }) => ({ path: step + path, message }));

const text = simple<string>('text', (value) => typeof value === 'string');
const number = simple<number>('a number', Number.isFinite);
const integer = simple<number>(
  'a whole number of at least 0',
  (value) => Number.isInteger(value) && (value as number) >= 0,
);
const anything = simple<unknown>('anything', () => true);
const boolean = simple<boolean>('true or false', (value) => typeof value === 'boolean');

const word = <const Word extends string | number>(...words: readonly Word[]): Option<Word> =>
  simple<Word>(words.map((one) => (typeof one === 'string' ? `'${one}'` : one)).join(' or '), (value) =>
    words.includes(value as Word),
  );

interface Lengths {
  readonly min?: number;
  readonly max?: number;
  /** Name of another list option that must have the same length. */
  readonly as?: string;
}

const describeLengths = ({ min = 0, max, as }: Lengths): string => {
  if (as !== undefined) return ` as long as ${as}`;
  return max === undefined ? '' : ` of ${min} to ${max}`;
};

const fitsLengths = (length: number, { min = 0, max, as }: Lengths, siblings: Siblings): boolean => {
  const other = as === undefined ? undefined : siblings[as];
  if (Array.isArray(other)) return length === other.length;
  return length >= min && (max === undefined || length <= max);
};

const list = <Value>(of: Option<Value>, lengths: Lengths = {}): Option<readonly Value[]> => {
  const expects = `a list${describeLengths(lengths)}, each entry ${of.expects}`;
  return {
    expects,
    required: true,
    check: (value, siblings = {}) =>
      Array.isArray(value) && fitsLengths(value.length, lengths, siblings)
        ? value.flatMap((entry, index) => within(`[${index}]`, of.check(entry)))
        : mismatch(expects, value),
  };
};

/** Creates an option for a map from any name, such as the name of a series, to values that are valid for `of`. */
const map = <Value>(of: Option<Value>): Option<Readonly<Record<string, Value>>> => {
  const expects = `a map from names to ${of.expects}`;
  return {
    expects,
    required: true,
    check: (value) =>
      isMap(value)
        ? Object.entries(value).flatMap(([name, entry]) => within(`.${name}`, of.check(entry)))
        : mismatch(expects, value),
  };
};

/** Finds unknown names, missing names and invalid values. */
export const checkOptions = (options: Options, values: Readonly<Record<string, unknown>>): readonly OptionFault[] => [
  ...Object.keys(values)
    .filter((name) => !Object.hasOwn(options, name))
    .map((name) => ({
      path: `.${name}`,
      message:
        Object.keys(options).length > 0
          ? `is unknown; known here: ${Object.keys(options).join(', ')}`
          : 'is unknown; this component has no options',
    })),
  ...Object.entries(options).flatMap(([name, option]) => {
    if (Object.hasOwn(values, name)) return within(`.${name}`, option.check(values[name], values));
    return option.required ? [{ path: `.${name}`, message: `is required: ${option.expects}` }] : [];
  }),
];

const record = <O extends Options>(fields: O): Option<OptionValues<O>> => {
  const expects = `a map of ${Object.keys(fields).join(', ')}`;
  return {
    expects,
    required: true,
    check: (value) => (isMap(value) ? checkOptions(fields, value) : mismatch(expects, value)),
  };
};

/**
 * Creates an option that accepts the values of two options. For an invalid value, its `check` returns the errors that
 * one of the two finds inside the value, or else one error for the whole value.
 */
const either = <A, B>(a: Option<A>, b: Option<B>): Option<A | B> => {
  const expects = `${a.expects} or ${b.expects}`;
  return {
    expects,
    required: true,
    check: (value) => {
      const found = [a.check(value), b.check(value)];
      if (found.some((faults) => faults.length === 0)) return [];
      const inside = found.find((faults) => faults.some(({ path }) => path !== ''));
      return inside ?? mismatch(expects, value);
    },
  };
};

const optional = <Value>(of: Option<Value>): Option<Value | undefined> => ({
  expects: of.expects,
  check: of.check,
  required: false,
});

const or = <Value, Fallback extends Value>(of: Option<Value>, fallback: Fallback): Option<Value> => ({
  expects: of.expects,
  check: of.check,
  required: false,
  fallback,
});

const described = <Value>(of: Option<Value>, meaning: string): Option<Value> => ({ ...of, meaning });

/** The kinds of option: `option.or(option.text, '')`, `option.optional(option.list(option.number))`. */
export const option = {
  text,
  number,
  integer,
  anything,
  boolean,
  word,
  list,
  map,
  record,
  either,
  optional,
  or,
  described,
};

/** Every shape that pivots its rows has it. */
export const fillOption = described(
  optional(number),
  'the number for pairs that no row has; without it, every pair needs a row',
);

/** Expects values that passed `checkOptions`. */
export const resolveOptions = <O extends Options>(
  options: O,
  values: Readonly<Record<string, unknown>>,
): OptionValues<O> =>
  Object.fromEntries(
    Object.entries(options).map(([name, { fallback }]) => [
      name,
      Object.hasOwn(values, name) ? values[name] : fallback,
    ]),
  ) as OptionValues<O>;
