import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { canaries, SHOWN_CANARY } from '../setting/canaries.ts';
import { CURRENT_TIME, TIME_PERIOD } from './fuzz-case.ts';
import { fuzzText, ODD_NUMBERS } from './fuzz-texts.ts';

export interface Value {
  readonly text: string;
  readonly isValid: boolean;
}

const right = (text: string): Value => ({ text, isValid: true });
const wrong = (text: string): Value => ({ text, isValid: false });

const mostly = (texts: readonly string[], others: fc.Arbitrary<string>): fc.Arbitrary<Value> =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...texts).map(right), weight: 6 },
    { arbitrary: others.filter((text) => !texts.includes(text)).map(wrong), weight: 1 },
  );

/** Invalid for currentTime and timePeriod. */
const notNumbers = fc.oneof(
  fc.constantFrom(...ODD_NUMBERS.filter((text) => !/^\d+(?:\.\d+)?$/.test(text))),
  fc.constantFrom(
    ' 30',
    '30 ',
    '30\n',
    '-30',
    '1e3',
    '0x1e',
    '030',
    '5256001',
    '151313733279',
    '15131373327980',
    '0513137332798',
    SHOWN_CANARY,
  ),
  fuzzText.filter((text) => !/^\d+(?:\.\d+)?$/.test(text)),
);

export const currentTime = mostly([CURRENT_TIME, '1000000000000', '9999999999999'], notNumbers);
export const timePeriod = mostly([TIME_PERIOD, '30.0', '0', '0.5', '5256000', '5256000.000'], notNumbers);

/** `isValid` counts for endpoints with tokens. */
export type Digest = Value;

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

const otherDigits = (digest: string): string =>
  digest.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));

const wrongForms: readonly ((digest: string) => string)[] = [
  () => '',
  (digest) => digest.slice(1),
  (digest) => digest.slice(0, -1),
  (digest) => `${digest}0`,
  (digest) => digest + digest,
  (digest) => ` ${digest}`,
  (digest) => `${digest}\n`,
  (digest) => `\ufeff${digest}`,
  (digest) => `${digest}\0`,
  (digest) => `0x${digest}`,
  (digest) => `"${digest}"`,
  (digest) => `["${digest}"]`,
  (digest) => `{"$ne":"${digest}"}`,
  (digest) => `${digest},${digest}`,
  otherDigits,
  (digest) => [...digest].reverse().join(''),
  (digest) => Buffer.from(digest, 'hex').toString('base64'),
  (digest) => Buffer.from(digest, 'hex').toString('latin1'),
  (digest) => md5(digest),
  () => '0'.repeat(32),
  () => 'g'.repeat(32),
  () => 'null',
  () => canaries.token,
  () => md5(canaries.token),
  () => md5(''),
];

export const digestFor = (period: string, time: string): fc.Arbitrary<Digest> => {
  const digests = [canaries.token, canaries.nextToken].map((token) => md5(period + time + token));
  const [digest = ''] = digests;
  return fc.oneof(
    { arbitrary: fc.constantFrom(...digests, ...digests.map((digest) => digest.toUpperCase())).map(right), weight: 2 },
    {
      arbitrary: fc
        .constantFrom(
          ...wrongForms.map((form) => form(digest)),
          md5(time + period + canaries.token),
          md5(`${period} ${time}${canaries.token}`),
        )
        .map(wrong),
      weight: 3,
    },
    { arbitrary: fuzzText.map(wrong), weight: 1 },
  );
};
