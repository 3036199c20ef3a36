import type { DomainSettings } from '../dashboard/head/check-domain.ts';
import type { Resource } from './template/template.ts';

type Resources = Readonly<Record<string, Resource>>;

const DOMAIN = 'ApiDomain';

const attribute = (name: string) => ({ 'Fn::GetAtt': [DOMAIN, name] });

/** The address that AWS gives to every API. */
const DEFAULT_URL = { 'Fn::Sub': `https://\${HttpApi}.execute-api.\${AWS::Region}.\${AWS::URLSuffix}` };

const recordOf = (name: string, hostedZone: string): Resource => ({
  Type: 'AWS::Route53::RecordSet',
  Properties: {
    HostedZoneId: hostedZone,
    Name: name,
    Type: 'A',
    AliasTarget: { DNSName: attribute('RegionalDomainName'), HostedZoneId: attribute('RegionalHostedZoneId') },
  },
});

/** Returns the domain of a dashboard in a stage, if it has one. */
export const domainIn = (
  { domain }: { readonly domain?: DomainSettings },
  stage: string,
): DomainSettings | undefined => (domain?.stage === undefined || domain.stage === stage ? domain : undefined);

/**
 * Returns the template parts for a custom domain: the domain with its certificate, its mapping to the API, and the DNS
 * record. The address of API Gateway stays open until `defaultAddress` closes it.
 */
export const customDomain = (
  { name, certificate, hostedZone, defaultAddress = 'open' }: DomainSettings,
  tags: Readonly<Record<string, string>>,
): { readonly Resources: Resources; readonly extensions: object; readonly Outputs: object } => ({
  Resources: {
    [DOMAIN]: {
      Type: 'AWS::ApiGatewayV2::DomainName',
      Properties: {
        DomainName: name,
        DomainNameConfigurations: [
          { CertificateArn: certificate, EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2' },
        ],
        Tags: tags,
      },
    },
    ApiMapping: {
      Type: 'AWS::ApiGatewayV2::ApiMapping',
      Properties: { ApiId: { Ref: 'HttpApi' }, DomainName: { Ref: DOMAIN }, Stage: { Ref: 'HttpApiStage' } },
    },
    ...(hostedZone === undefined ? {} : { ApiRecord: recordOf(name, hostedZone) }),
  },
  extensions: defaultAddress === 'closed' ? { HttpApi: { Properties: { DisableExecuteApiEndpoint: true } } } : {},
  Outputs: {
    HttpApiUrl: { Description: 'URL of the HTTP API', Value: `https://${name}` },
    DefaultUrl: { Description: `The address of API Gateway, which is ${defaultAddress}`, Value: DEFAULT_URL },
    ...(hostedZone === undefined
      ? {
          DomainTarget: {
            Description: 'Where the DNS record of the domain has to point: a CNAME, or an alias',
            Value: attribute('RegionalDomainName'),
          },
        }
      : {}),
  },
});
