import { expect, test } from '@jest/globals';
import { certificateRefusal } from '../../../../infra/dashboard/head/domain.ts';

const certificate = 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b';

test('a certificate in the region of the API is accepted', () => {
  expect(certificateRefusal(certificate, 'eu-west-1')).toBeUndefined();
});

test('a certificate of another region is refused', () => {
  expect(certificateRefusal(certificate, 'us-east-1')).toBe(
    '`domain.certificate` is in eu-west-1, and the API in us-east-1: an API only accepts a certificate of its own region',
  );
});
