import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { functionName } from '../../stack/describe-stack.ts';
import { listResources, requireStack, type StackResource } from '../aws/stacks.ts';
import { stackAddressOf } from '../stack-address.ts';

/** The resources of a stack whose use AWS counts, by their names in AWS. */
export interface UsedStack {
  readonly region: string;
  readonly functions: readonly { readonly family: string; readonly name: string }[];
  readonly functionLogs: readonly string[];
  readonly accessLogs: readonly string[];
  readonly api: string | undefined;
  /** The table of the shared cache. */
  readonly table: string | undefined;
  readonly cluster: string | undefined;
}

const FUNCTION_LOG = /^\/aws\/lambda\//;

const idsOf = (resources: readonly StackResource[], kind: string): readonly string[] =>
  resources.filter(({ type }) => type === kind).map(({ id }) => id);

/**
 * Finds the resources of a deployed dashboard.
 * @throws Error if its stack does not exist.
 */
export const findUsedStack = async (dashboard: LoadedDashboard, stage: string): Promise<UsedStack> => {
  const address = stackAddressOf(dashboard, stage);
  await requireStack(address);
  const resources = await listResources(address);
  const logs = idsOf(resources, 'AWS::Logs::LogGroup');
  const names = new Set(idsOf(resources, 'AWS::Lambda::Function'));
  const families = [...new Set(dashboard.endpoints.map(({ family }) => family))];
  return {
    region: address.region,
    functions: families
      .map((family) => ({ family, name: functionName(dashboard, stage, family) }))
      .filter(({ name }) => names.has(name)),
    functionLogs: logs.filter((name) => FUNCTION_LOG.test(name)),
    accessLogs: logs.filter((name) => !FUNCTION_LOG.test(name)),
    api: idsOf(resources, 'AWS::ApiGatewayV2::Api')[0],
    table: idsOf(resources, 'AWS::DynamoDB::Table')[0],
    cluster: idsOf(resources, 'AWS::RDS::DBCluster')[0],
  };
};
