import type { CheckedEndpoint } from '../dashboard/check-endpoint.ts';
import type { Diagnostic } from '../dashboard/diagnostic.ts';
import { listFiles } from '../dashboard/find-file.ts';
import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';
import { DEFAULT_REFRESH_MS } from '../dashboard/wall-rate.ts';
import type { ReadSecret } from '../local/client/read-secret.ts';
import type { ConsoleHost } from './console-host.ts';
import { listSourceFiles } from './files/source-files.ts';
import type { DashboardInfo, EndpointInfo, ProblemView } from './protocol.ts';

const problemOf = ({ message, hint, line, column }: Diagnostic): ProblemView => ({
  sentence: `dashboard.yml: ${message}.`,
  details: [{ line, column, message, ...(hint !== undefined && { hint }) }],
  tables: [],
});

const merge = (problems: readonly ProblemView[]): ProblemView => ({
  sentence: problems[0]?.sentence ?? 'The dashboard file has errors.',
  details: problems.flatMap(({ details }) => details),
  tables: [],
});

/** Explains why an endpoint of dashboard.yml is not served; undefined if the endpoint is served. */
const refusalOf = (slug: string, { endpoints, errors, blockedBy }: LoadedDashboard): ProblemView | undefined => {
  if (endpoints.some((endpoint) => endpoint.slug === slug)) return undefined;
  const own = errors.filter(({ endpoint }) => endpoint === slug);
  if (own.length > 0) return merge(own.map(problemOf));
  const cause = blockedBy.length > 0 ? `because of ${blockedBy.join(', ')}` : 'until dashboard.yml is corrected';
  return { sentence: `This endpoint is not served ${cause}.`, details: [], tables: [] };
};

/** Returns the name of an unknown component as dashboard.yml spells it. */
const writtenComponent = (slug: string, { errors }: LoadedDashboard): string =>
  errors.find(({ endpoint }) => endpoint === slug)?.component ?? '';

const describeEndpoint = (checked: CheckedEndpoint, host: ConsoleHost): EndpointInfo => {
  const dashboard = host.dashboard();
  const { slug, component, path, source, config } = checked;
  const refused = refusalOf(slug, dashboard);
  return {
    slug,
    component: component?.name ?? writtenComponent(slug, dashboard),
    family: component?.family ?? '',
    url: host.base + encodeURI(path),
    source,
    ...(config.cache && { cacheMs: config.cache.ttl }),
    files: listSourceFiles(checked, dashboard).map((file) => file.path),
    ...(refused && { refused }),
  };
};

const lacksToken = ({ endpoints }: LoadedDashboard, readSecret: ReadSecret): boolean =>
  endpoints.some(
    ({ config: { tokens } }) => tokens.length > 0 && tokens.every((token) => readSecret(token) === undefined),
  );

/** Describes a dashboard for the page. */
export const describeDashboard = async (host: ConsoleHost): Promise<DashboardInfo> => {
  const dashboard = host.dashboard();
  const { name, folder, checked, errors } = dashboard;
  const data = await listFiles(`${folder}/data`);
  return {
    mode: host.mode,
    name,
    base: host.base,
    refreshMs: dashboard.alarms?.refreshMs ?? DEFAULT_REFRESH_MS,
    endpoints: checked.map((one) => describeEndpoint(one, host)),
    problems: errors.filter(({ endpoint }) => endpoint === undefined).map(problemOf),
    lacksToken: lacksToken(dashboard, await host.createReadSecret()),
    dataFiles: data.filter((file) => /\.csv$/i.test(file)),
  };
};
