import { describe, expect, test } from '@jest/globals';
import { compareBaseUrls } from '../../../infra/deploy/compare-urls.ts';
import type { Template } from '../../../infra/stack/template.ts';

const withUrl = (Value: unknown): Template => ({ Resources: {}, Outputs: { HttpApiUrl: { Value } } });

const OWN = withUrl({ 'Fn::Join': ['', ['https://', { Ref: 'HttpApi' }]] });
const DOMAIN = withUrl('https://wall.example.com');
const DEPLOYED_URL = 'https://deployed.example.com';

describe('what all URLs begin with', () => {
  test.each([
    ['stays while the API keeps its own address', OWN, OWN, undefined],
    ['stays with the domain', DOMAIN, DOMAIN, undefined],
    ['becomes the domain that comes', OWN, DOMAIN, { before: DEPLOYED_URL, after: 'https://wall.example.com' }],
    [
      'becomes the other domain',
      DOMAIN,
      withUrl('https://ops.example.com'),
      { before: DEPLOYED_URL, after: 'https://ops.example.com' },
    ],
    ['becomes an address that AWS chooses when the domain goes', DOMAIN, OWN, { before: DEPLOYED_URL }],
  ])('%s', (_, before, after, expected) => {
    expect(compareBaseUrls(before, after, DEPLOYED_URL)).toEqual(expected);
  });
});
