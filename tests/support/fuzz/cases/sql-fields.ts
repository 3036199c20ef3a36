import fc from 'fast-check';
import { SHOWN_CANARY } from '../setting/canaries.ts';
import { fuzzText, ODD_NUMBERS } from './fuzz-texts.ts';

/** In the Data API's form: a union with one member, or with the members of a broken reply. */
export type Field = Readonly<Record<string, unknown>>;

/** JSON text, also of numbers that JavaScript cannot represent. */
const rawNumber = fc
  .constantFrom('1e400', '-1e400', '9007199254740993', '9'.repeat(60), '-0', '0.1e-400')
  .map((text) => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text));

const blob = fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes).toString('base64'));

const arrayOf = (member: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<Field> =>
  fc.array(value, { maxLength: 5 }).map((values) => ({ [member]: values }));

const arrayValue = fc.oneof(
  arrayOf('stringValues', fc.oneof(fuzzText, fc.constant(null))),
  arrayOf('longValues', fc.oneof(fc.integer(), rawNumber)),
  arrayOf(
    'doubleValues',
    fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom('NaN', 'Infinity')),
  ),
  arrayOf('booleanValues', fc.boolean()),
  arrayOf('arrayValues', fc.constantFrom({ longValues: [1, 2] }, { arrayValues: [{ stringValues: ['a'] }] }, {})),
  fc.constantFrom<Field>({}, { stringValues: null }, { unknownValues: [1] }),
);

export const knownField: fc.Arbitrary<Field> = fc.oneof(
  fuzzText.map((stringValue) => ({ stringValue })),
  fc.constantFrom(...ODD_NUMBERS, SHOWN_CANARY).map((stringValue) => ({ stringValue })),
  fc.oneof(fc.integer(), fc.maxSafeInteger(), rawNumber).map((longValue) => ({ longValue })),
  fc
    .oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom('NaN', 'Infinity', '-Infinity'),
      rawNumber,
    )
    .map((doubleValue) => ({ doubleValue })),
  fc.boolean().map((booleanValue) => ({ booleanValue })),
  blob.map((blobValue) => ({ blobValue })),
  arrayValue.map((member) => ({ arrayValue: member })),
  fc.constant({ isNull: true }),
);

const broken: fc.Arbitrary<Field> = fc.oneof(
  fc.tuple(knownField, knownField).map(([one, other]) => ({ ...one, ...other })),
  fc.constantFrom<Field>(
    {},
    { isNull: false },
    { stringValue: null },
    { $unknown: ['x', 1] },
    { structValue: { attributes: [] } },
  ),
);

export const field: fc.Arbitrary<Field> = fc.oneof(
  { arbitrary: knownField, weight: 5 },
  { arbitrary: broken, weight: 1 },
);

const TYPE_NAMES = [
  'text',
  'varchar',
  'int2',
  'int4',
  'int8',
  'numeric',
  'float4',
  'float8',
  'bool',
  'bytea',
  'timestamp',
  'timestamptz',
  'date',
  '_int4',
  'json',
  'void',
  '',
  '__proto__',
];

export const column: fc.Arbitrary<Field> = fc.record(
  {
    name: fuzzText,
    label: fc.oneof(fuzzText, fc.constantFrom('a', 'a', '?column?')),
    typeName: fc.constantFrom(...TYPE_NAMES),
    type: fc.integer(),
    nullable: fc.integer({ min: 0, max: 2 }),
    precision: fc.integer(),
  },
  { requiredKeys: [] },
);
