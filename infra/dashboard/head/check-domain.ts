import { regionOfArn } from '../../../shared/aws/send-signed.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';

/** Warns of each part of the named database that is in another region than the dashboard. */
export const regionWarnings = (file: Readonly<Record<string, unknown>>): readonly DefinitionProblem[] => {
  const { region, database } = file;
  if (typeof region !== 'string') return [];
  const { cluster, secret } = Object(database) as { readonly cluster?: unknown; readonly secret?: unknown };
  return Object.entries({ cluster, secret }).flatMap(([key, arn]): readonly DefinitionProblem[] => {
    const other = typeof arn === 'string' ? regionOfArn(arn) : undefined;
    if (other === undefined || other === region) return [];
    return [
      {
        path: ['database', key],
        severity: 'warning',
        message: `\`database.${key}\` is in ${other}, and the dashboard in ${region}: every query crosses regions`,
        hint: `deploy the dashboard in ${other}, or name a database of ${region}`,
      },
    ];
  });
};

/** The user's own domain for the URLs of a dashboard. */
export interface DomainSettings {
  readonly name: string;
  /** The ARN of the domain's certificate in ACM. */
  readonly certificate: string;
  /** The ID of the domain's zone in Route 53. Without it, the user creates the DNS record. */
  readonly hostedZone?: string;
  /** Says if the address of API Gateway still serves requests. Default: `open`. */
  readonly defaultAddress?: 'open' | 'closed';
  /** The only stage with this domain. Default: every stage. */
  readonly stage?: string;
}

type Fields = Readonly<Record<string, unknown>>;

const CERTIFICATE = /^arn:aws[a-z-]*:acm:([a-z0-9-]+):/;

/**
 * Returns the reason why an API cannot use a certificate: a regional API accepts only a certificate of its own region.
 */
export const certificateRefusal = (certificate: string, region: string): string | undefined => {
  const own = CERTIFICATE.exec(certificate)?.[1];
  return own === undefined || own === region
    ? undefined
    : `\`domain.certificate\` is in ${own}, and the API in ${region}: an API only accepts a certificate of its own region`;
};

/** Finds errors in `domain` that the schema cannot express. */
export const checkDomain = ({ domain, region }: Fields): readonly DefinitionProblem[] => {
  const { certificate } = Object(domain) as Fields;
  if (typeof certificate !== 'string' || typeof region !== 'string') return [];
  const message = certificateRefusal(certificate, region);
  if (message === undefined) return [];
  return [{ path: ['domain', 'certificate'], message, hint: `request the certificate in ${region}` }];
};

/** Warns of a domain that every stage would claim, because only one stack can have it. */
export const checkDomainStage = ({ domain }: Fields): readonly DefinitionProblem[] => {
  const { name, stage } = Object(domain) as Fields;
  if (typeof name !== 'string' || stage !== undefined) return [];
  const message = 'without `stage`, every stage claims the domain, and the second deployment fails';
  return [{ path: ['domain'], severity: 'warning', message, hint: 'add `stage`, such as stage: prod' }];
};
