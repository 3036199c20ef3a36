import { HOST } from '../hosts/host-schema.ts';
import { checkHosts } from '../hosts/read-host.ts';
import type { HeadKey } from './head-key.ts';

export const hosts: HeadKey = {
  group: 'Sources',
  schema: {
    title: 'The addresses outside of AWS that datasets may call, and nothing else',
    description: 'a map of hosts, by names such as tickets',
    examples: [{ tickets: { url: 'https://tickets.example.com/api/v2', auth: { bearer: 'ssm:/shop/tickets-key' } } }],
    type: 'object',
    minProperties: 1,
    propertyNames: { $ref: '#/$defs/slug' },
    additionalProperties: HOST,
  },
  without: 'no host may be called',
  check: checkHosts,
};
