import { secretsOf } from '../../../shared/config/dashboard-config.ts';
import { partsOf } from '../../../shared/config/sources.ts';
import { type ReadSecret, urlOf } from '../../client/send-request.ts';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { detailOf, type RefusedEndpoint, refusedEndpoints } from '../../dashboard/definition/refusals.ts';
import type { CheckedEndpoint } from '../../dashboard/endpoints/check-endpoint.ts';
import type { Diagnostic } from '../../dashboard/folder/diagnostic.ts';
import { listPaths } from '../../dashboard/folder/find-file.ts';
import { DEFAULT_REFRESH_MS } from '../../dashboard/head/watch.ts';
import { compileHosts } from '../../dashboard/hosts/read-host.ts';
import { listSourceFiles } from '../files/source-files.ts';
import type { ConsoleHost } from '../protocol/console-host.ts';
import type { DashboardInfo, EndpointInfo, ProblemView } from '../protocol/protocol.ts';

const problemOf = ({ message, hint, line, column }: Diagnostic): ProblemView => ({
  sentence: `dashboard.yml: ${message}.`,
  details: [{ line, column, message, ...(hint !== undefined && { hint }) }],
  tables: [],
});

const problemOfRejected = (errors: readonly Diagnostic[], folder: string): ProblemView => ({
  sentence: 'The last change is not served, because it has an error. The previous version is still served.',
  details: errors.map((one) => detailOf(one, folder)),
  tables: [],
});

const problemOfRefusal = ({ error: { code, message, details } }: RefusedEndpoint): ProblemView => ({
  error: code,
  sentence: message,
  details,
  tables: [],
});

/** Returns undefined without a promise. */
const promisedAgeOf = ({ config }: CheckedEndpoint, { datasets }: LoadedDashboard): number | undefined => {
  const ages = Object.values(config.tables ?? {})
    .flatMap(partsOf)
    .flatMap((part) =>
      part.source === 'dataset' ? (datasets[part.dataset]?.config.expect?.newest?.within ?? []) : [],
    );
  return ages.length > 0 ? Math.min(...ages) : undefined;
};

const describeEndpoint = (
  checked: CheckedEndpoint,
  host: ConsoleHost,
  refused: RefusedEndpoint | undefined,
): EndpointInfo => {
  const dashboard = host.dashboard();
  const { slug, title, component, source, config } = checked;
  const oldFromMs = promisedAgeOf(checked, dashboard);
  return {
    slug,
    ...(title !== undefined && { title }),
    component: component?.name ?? refused?.component ?? '',
    family: component?.family ?? '',
    url: urlOf(checked, host.shown ?? host.base),
    source,
    ...(config.parameters && { parameters: config.parameters }),
    ...(config.cache && { cacheMs: config.cache.ttl }),
    ...(oldFromMs !== undefined && { oldFromMs }),
    files: listSourceFiles(checked, dashboard).map((file) => file.path),
    ...(refused && { refused: problemOfRefusal(refused) }),
  };
};

const lacksToken = ({ endpoints }: LoadedDashboard, readSecret: ReadSecret): boolean =>
  endpoints.some(
    ({ config }) => secretsOf(config).length > 0 && secretsOf(config).every((one) => readSecret(one) === undefined),
  );

export const describeDashboard = async (host: ConsoleHost): Promise<DashboardInfo> => {
  const dashboard = host.dashboard();
  const { name, folder, checked, errors } = dashboard;
  const refused = new Map(refusedEndpoints(dashboard).map((one) => [one.slug, one]));
  const rejected = host.rejected?.() ?? [];
  const hosts = compileHosts(dashboard.written.value.hosts);
  const data = await listPaths(`${folder}/data`);
  return {
    mode: host.mode,
    name,
    base: host.shown ?? host.base,
    timezone: dashboard.timezone,
    ...(dashboard.wall && { wall: dashboard.wall }),
    refreshMs: dashboard.alarms?.refreshMs ?? DEFAULT_REFRESH_MS,
    endpoints: checked.map((one) => describeEndpoint(one, host, refused.get(one.slug))),
    problems: [
      ...(rejected.length > 0 ? [problemOfRejected(rejected, folder)] : []),
      ...errors.filter(({ endpoint }) => endpoint === undefined).map(problemOf),
    ],
    lacksToken: lacksToken(dashboard, await host.createReadSecret()),
    dataFiles: data.filter((file) => /\.csv$/i.test(file)),
    ...(host.mode === 'local' && hosts.length > 0 && { hosts: hosts.map(({ url }) => url) }),
  };
};
