import fc from 'fast-check';
import { anyCharacter } from '../../tables/arbitrary-cells.ts';
import { SHOWN_CANARY } from '../setting/canaries.ts';

/** JavaScript objects inherit these names. */
export const PROTOTYPE_KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'then',
];

/** Look like numbers and are invalid, too large, or in an unusual notation. */
export const ODD_NUMBERS = [
  'NaN',
  'Infinity',
  '-Infinity',
  '1e400',
  '-1e400',
  '1e-400',
  '-0',
  '9'.repeat(400),
  `0.${'3'.repeat(400)}`,
  '9007199254740993',
  '-9223372036854775809',
  '1e308',
  '1.7976931348623157e308',
  '0x10',
  '0b1',
  '1_000',
  '007',
  '+1',
  '--1',
  '1.',
  '.5',
  '1e',
  '1,234.5',
  '1.234,5',
  '1,234e3',
  '12.5%',
  '%',
  '１２３',
  '١٢٣',
  '½',
];

const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\t\u000b\f',
  '\u00a0\u3000',
  '\ufeff',
  '\u202egnp.exe',
  '\u0000mark 0',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '|',
  'a||b',
  '|'.repeat(1_100),
  '#fff',
  '#FFFFFFF',
  '=1+1',
  '<script>alert(1)</script>',
  "'; drop table t; --",
  '{{7*7}}',
  '../../etc/passwd',
  '%00%ff',
  '\r\nset-cookie: a=b',
  'https://',
  'javascript:alert(1)',
  '2026-02-30',
  '2026-13-01 25:61:61',
  '0000-00-00T00:00:00Z',
  '2026-03-29 02:30:00',
  '+275760-09-13T00:00:00Z',
  '99999999999999',
  '0000000000000',
  SHOWN_CANARY,
  `${SHOWN_CANARY} ${'long '.repeat(100)}`,
  'x'.repeat(5_000),
  '👩‍👩‍👧‍👦'.repeat(30),
];

/** One half of a pair without the other half. */
const loneSurrogates = fc
  .tuple(fc.integer({ min: 0xd800, max: 0xdfff }), fc.constantFrom('', 'a', '\ud83d'))
  .map(([unit, beside]) => beside + String.fromCharCode(unit));

export const fuzzText = fc.oneof(
  { arbitrary: fc.constantFrom(...ODD_TEXTS), weight: 3 },
  { arbitrary: fc.constantFrom(...ODD_NUMBERS), weight: 3 },
  { arbitrary: fc.constantFrom(...PROTOTYPE_KEYS), weight: 1 },
  { arbitrary: fc.string({ unit: anyCharacter, maxLength: 20 }), weight: 2 },
  { arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }), weight: 2 },
  { arbitrary: loneSurrogates, weight: 1 },
);
