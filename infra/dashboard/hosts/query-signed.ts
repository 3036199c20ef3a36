import type { HostConfig } from '../../../shared/kinds/http/source.ts';

interface Calling {
  readonly config: { readonly source: object };
}

interface Statement {
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: readonly Readonly<Record<string, unknown>>[];
}

const WORKSPACE = /\/workspaces\/(ws-[\w-]+)/;

/** Allows signed queries of workspaces of Amazon Managed Prometheus. */
export const querySigned = (datasets: readonly Calling[]): readonly Statement[] => {
  const hosts = datasets.flatMap(({ config }) => ('host' in config.source ? [config.source.host as HostConfig] : []));
  const signed = hosts.filter(({ auth }) => auth?.sigv4);
  const arns = signed.map(({ auth, url }) => {
    const workspace = WORKSPACE.exec(url)?.[1] ?? '*';
    return `arn:\${AWS::Partition}:aps:${auth?.sigv4?.region}:\${AWS::AccountId}:workspace/${workspace}`;
  });
  const resources = [...new Set(arns)].map((arn) => ({ 'Fn::Sub': arn }));
  return resources.length === 0 ? [] : [{ Effect: 'Allow', Action: ['aps:QueryMetrics'], Resource: resources }];
};
