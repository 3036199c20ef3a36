import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { asFields, type Fields } from '../folder/fields.ts';
import { noteAccount } from './accounts.ts';
import type { DomainSettings } from './dashboard-head.ts';
import type { HeadKey } from './head-key.ts';

const CERTIFICATE = /^arn:aws[a-z-]*:acm:([a-z0-9-]+):/;

/** Refuses a certificate of another region, which a regional API cannot use. */
export const certificateRefusal = (certificate: string, region: string): string | undefined => {
  const own = CERTIFICATE.exec(certificate)?.[1];
  return own === undefined || own === region
    ? undefined
    : `\`domain.certificate\` is in ${own}, and the API in ${region}: an API only accepts a certificate of its own region`;
};

const checkCertificate = ({ certificate }: Fields, { region }: Fields): readonly DefinitionProblem[] => {
  if (typeof certificate !== 'string' || typeof region !== 'string') return [];
  const message = certificateRefusal(certificate, region);
  if (message === undefined) return [];
  return [{ path: ['domain', 'certificate'], message, hint: `request the certificate in ${region}` }];
};

/** Refuses a domain that the stack would neither make nor share, and a DNS record of a domain that it does not make. */
const checkParts = ({ name, certificate, path, hostedZone }: Fields): readonly DefinitionProblem[] => {
  if (typeof name !== 'string' || certificate !== undefined) return [];
  if (path === undefined) {
    const hint = 'add `certificate` for a domain that the stack makes, or `path` for one that exists';
    return [{ path: ['domain'], message: '`domain` has neither `certificate` nor `path`', hint }];
  }
  if (hostedZone === undefined) return [];
  const message = '`domain.hostedZone` is for a domain that the stack makes, and without `certificate` it makes none';
  return [{ path: ['domain', 'hostedZone'], part: 'key', message, hint: 'remove it, or add `certificate`' }];
};

/** Warns because only one stack can have a domain. */
const checkStage = ({ name, stage }: Fields): readonly DefinitionProblem[] => {
  if (typeof name !== 'string' || stage !== undefined) return [];
  const message = 'without `stage`, every stage claims the domain, and the second deployment fails';
  return [{ path: ['domain'], severity: 'warning', message, hint: 'add `stage`, such as stage: prod' }];
};

export const domain: HeadKey = {
  group: 'The stack',
  schema: {
    title: 'A domain of yours for the URLs',
    description:
      'a map of `name`, `certificate` and, if Route 53 has the zone, `hostedZone`; or of `name` and `path` for a domain that exists',
    examples: [
      { name: 'wall.example.com', certificate: 'arn:aws:acm:eu-west-1:123456789012:certificate/1a2b3c4d' },
      { name: 'walls.example.com', path: '/walls/a' },
    ],
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: {
        description: 'a domain of yours in lower case, such as wall.example.com',
        examples: ['wall.example.com'],
        type: 'string',
        maxLength: 253,
        pattern: '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$',
      },
      certificate: {
        description: 'the ARN of its certificate in ACM: arn:aws:acm:<region>:<account>:certificate/<id>',
        examples: ['arn:aws:acm:eu-west-1:123456789012:certificate/1a2b3c4d'],
        type: 'string',
        pattern: '^arn:aws[a-z-]*:acm:[a-z0-9-]+:[0-9]{12}:certificate/[A-Za-z0-9-]+$',
      },
      hostedZone: {
        description: 'the ID of its public zone in Route 53, such as Z0123456789ABCDEFGHIJ',
        examples: ['Z0123456789ABCDEFGHIJ'],
        type: 'string',
        pattern: '^Z[A-Z0-9]{1,31}$',
      },
      path: {
        description:
          'a path such as /walls/a, below which the domain serves this dashboard; without a certificate, the domain exists already',
        examples: ['/walls/a'],
        type: 'string',
        maxLength: 300,
        pattern: '^(/[A-Za-z0-9][A-Za-z0-9._-]*)+$',
      },
      defaultAddress: {
        description: '`open`, or `closed` once no component uses the address of API Gateway any more',
        examples: ['open'],
        default: 'open',
        enum: ['open', 'closed'],
      },
      stage: {
        description: 'the only stage that has the domain, such as prod',
        examples: ['prod'],
        type: 'string',
        pattern: '^[a-z][a-z0-9]*$',
      },
    },
  },
  without: 'the address of API Gateway',
  check: (domain, file) => [
    ...checkCertificate(asFields(domain), file),
    ...checkParts(asFields(domain)),
    ...checkStage(asFields(domain)),
    ...noteAccount('domain', file),
  ],
  compile: (domain) => ({ domain: domain as DomainSettings }),
};
