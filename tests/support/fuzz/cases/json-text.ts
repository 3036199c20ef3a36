import fc from 'fast-check';
import { SHOWN_CANARY } from '../setting/canaries.ts';
import { fuzzText, PROTOTYPE_KEYS } from './fuzz-texts.ts';

/** A JavaScript Number cannot represent all of these. */
const numberText = fc.oneof(
  fc.integer().map(String),
  fc.double({ noDefaultInfinity: true, noNaN: true }).map(String),
  fc.constantFrom('0', '-0', '1e400', '-1e400', '1E+2', '0.1e-400', '9'.repeat(400), '9007199254740993'),
);

const nested = (open: string, close: string) =>
  fc.integer({ min: 1, max: 400 }).map((depth) => `${open.repeat(depth)}${close.repeat(depth)}`);

const scalar = fc.oneof(
  numberText,
  fuzzText.map((text) => JSON.stringify(text)),
  fc.constantFrom('null', 'true', 'false', '""', '[]', '{}', `"${SHOWN_CANARY}"`),
  nested('[', ']'),
  nested('[{"a":', '}]').map((text) => text.replace(':}', ':null}')),
);

/** Draws any JSON text, with duplicate keys, keys of prototypes, and numbers that a Number cannot represent. */
export const jsonText = (keys: readonly string[]): fc.Arbitrary<string> => {
  const key = fc.oneof(
    { arbitrary: fc.constantFrom('name', 'value', ...keys), weight: 6 },
    { arbitrary: fc.constantFrom(...PROTOTYPE_KEYS, SHOWN_CANARY), weight: 1 },
    { arbitrary: fuzzText, weight: 1 },
  );
  return fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalar,
      fc.array(tie('value'), { maxLength: 5 }).map((entries) => `[${entries.join(',')}]`),
      fc
        .array(fc.tuple(key, tie('value')), { maxLength: 6 })
        .map((fields) => `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
    ),
  })).value;
};
