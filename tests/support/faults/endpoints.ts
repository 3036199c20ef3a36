/** Tries each fault in every combination with sources and caches. A short run tries each fault once. */
export const isWhole = process.env.WALLFEED_FAULTS === 'all';

/** As written in dashboard.yml. */
export const MODES = {
  none: '',
  cache: ', cache: 30s',
  stale: ', stale: 10m',
  both: ', cache: 30s, stale: 10m',
  shared: ', cache: { ttl: 30s, shared: true }, stale: 10m',
};
export type Mode = keyof typeof MODES;

/** For the modes `both` and `shared`. A response is never older than the sum. */
export const TTL_MS = 30_000;
export const STALE_MS = 600_000;

/** As written in dashboard.yml. Each source returns one number that tests set. */
export const SOURCES = {
  csv: 'component: 3D Pie Chart, csv: count.csv',
  sql: `component: 3D Pie Chart, sql: "select 'count', :currentTime % 100000, null, null"`,
  json: 'component: 3D Pie Chart, json: pie.json',
  several: 'component: 3D Sankey Diagram, nodes: { csv: nodes.csv }, links: { csv: links.csv }',
  mixed: `component: 3D Sankey Diagram, nodes: { csv: nodes.csv }, links: { sql: "select 'a', 'b', :currentTime % 100000" }`,
};
export type Source = keyof typeof SOURCES;

/**
 * True for an endpoint of the pie family. An endpoint over a dataset is of this family, and its name is not in
 * `SOURCES`.
 */
const isOfPie = (source: string): boolean => SOURCES[source as Source]?.includes('Pie') ?? true;

export const slugOf = (source: Source, mode: Mode): string => `${source}-${mode}`;

export const pathOf = (slug: string): string => {
  const [source = ''] = slug.split('-');
  return `/${isOfPie(source) ? 'pie' : 'relation'}/${slug}`;
};

/** Returns the files of the sources, which contain the number. SQL takes the number from the request instead. */
export const filesOf = (value: number): Readonly<Record<string, string>> => ({
  'count.csv': `name,value,score,pv\ncount,${value},,\n`,
  'pie.json': JSON.stringify({ code: 200, msg: 'success', data: [{ name: 'count', value }] }),
  'nodes.csv': `id,name\na,A${value}\nb,B\n`,
  'links.csv': `from,to,weight\na,b,${value}\n`,
});

/** Returns a request's `currentTime` to which SQL responds with the number. */
export const currentTimeOf = (value: number): string => String(1_760_000_000_000 + value);

interface Body {
  readonly data?: readonly { readonly value: number }[];
  readonly links?: readonly { readonly weight: number }[];
}

export const valueIn = (body: unknown): number | undefined => {
  const { data, links } = body as Body;
  return data?.[0]?.value ?? links?.[0]?.weight;
};

export const endpointsText = (): string =>
  Object.keys(SOURCES)
    .flatMap((source) => Object.keys(MODES).map((mode) => [source as Source, mode as Mode] as const))
    .map(([source, mode]) => `  ${slugOf(source, mode)}: { ${SOURCES[source]}${MODES[mode]} }`)
    .join('\n');
