import type { DomainSettings } from '../dashboard/head/check-domain.ts';
import type { Resource } from './template/template.ts';

type Resources = Readonly<Record<string, Resource>>;

const DOMAIN = 'ApiDomain';

const attribute = (name: string) => ({ 'Fn::GetAtt': [DOMAIN, name] });

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
 * record. The API's default endpoint is disabled, so all requests go through the domain.
 */
export const customDomain = (
  { name, certificate, hostedZone }: DomainSettings,
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
  extensions: { HttpApi: { Properties: { DisableExecuteApiEndpoint: true } } },
  Outputs: {
    HttpApiUrl: { Description: 'URL of the HTTP API', Value: `https://${name}` },
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
