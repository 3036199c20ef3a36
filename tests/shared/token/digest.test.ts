import { describe, expect, test } from '@jest/globals';
import { digestOf, matchesDigest } from '../../../shared/token/digest.ts';

describe('the digest of a token', () => {
  test('the digest of a token is the md5 of timePeriod, currentTime and the token', () => {
    expect(digestOf('30', '1513137332798', 'abc').toString('hex')).toBe('e9b302edca797f28d9784ac593f4c8fe');
  });
  test.each(['e9b302edca797f28d9784ac593f4c8fe', 'E9B302EDCA797F28D9784AC593F4C8FE'])(
    'the digest of a token matches %s',
    (sent) => {
      expect(matchesDigest(sent, digestOf('30', '1513137332798', 'abc'))).toBe(true);
    },
  );
  test.each([
    '',
    'e9b302edca797f28d9784ac593f4c8f',
    'e9b302edca797f28d9784ac593f4c8fee',
    'f9b302edca797f28d9784ac593f4c8fe',
    'g9b302edca797f28d9784ac593f4c8fe',
    ' e9b302edca797f28d9784ac593f4c8fe',
  ])('the digest of a token does not match %j', (sent) => {
    expect(matchesDigest(sent, digestOf('30', '1513137332798', 'abc'))).toBe(false);
  });
});
