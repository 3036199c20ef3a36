import { describe, expect, test } from '@jest/globals';
import { compareBaseUrls } from '../../../infra/deploy/compare-stack.ts';
import type { Template } from '../../../infra/stack/template/template.ts';

const withUrl = (Value: unknown): Template => ({ Resources: {}, Outputs: { HttpApiUrl: { Value } } });

const OWN = withUrl({ 'Fn::Join': ['', ['https://', { Ref: 'HttpApi' }]] });
const DOMAIN = withUrl('https://wall.example.com');
const DEPLOYED_URL = 'https://deployed.example.com';

describe('the base of all URLs', () => {
  test.each([
    ['stays the same if the API keeps its own address', OWN, OWN, undefined],
    ['stays the same if the domain stays', DOMAIN, DOMAIN, undefined],
    ['becomes a new domain', OWN, DOMAIN, { before: DEPLOYED_URL, after: 'https://wall.example.com' }],
    [
      'changes from one domain to another',
      DOMAIN,
      withUrl('https://ops.example.com'),
      { before: DEPLOYED_URL, after: 'https://ops.example.com' },
    ],
    ['becomes an address that AWS chooses if the domain is removed', DOMAIN, OWN, { before: DEPLOYED_URL }],
  ])('the base of all URLs %s', (_, before, after, expected) => {
    expect(compareBaseUrls(before, after, DEPLOYED_URL)).toEqual(expected);
  });
});
