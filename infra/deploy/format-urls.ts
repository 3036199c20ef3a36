import { urlOf } from '../client/send-request.ts';
import type { LoadedEndpoint } from '../dashboard/definition/load-dashboard.ts';
import { forReader } from '../language/language.ts';
import { shownComponent } from '../language/shown-component.ts';
import { formatTable } from '../terminal/format-table.ts';
import { writeSheetCsv } from '../terminal/write-sheet-csv.ts';

export interface EndpointUrl {
  readonly component: string;
  readonly endpoint: string;
  readonly title?: string;
  readonly url: string;
}

/** In the order of the dashboard file. `base` is the URL of the gateway. */
export const listUrls = (
  {
    endpoints,
  }: {
    readonly endpoints: readonly (Parameters<typeof urlOf>[0] & Pick<LoadedEndpoint, 'component' | 'slug' | 'title'>)[];
  },
  base: string,
): readonly EndpointUrl[] =>
  endpoints.map((endpoint) => ({
    component: endpoint.component,
    endpoint: endpoint.slug,
    ...(endpoint.title !== undefined && { title: endpoint.title }),
    url: urlOf(endpoint, base),
  }));

const columnsOf = (urls: readonly EndpointUrl[]) =>
  (['component', 'endpoint', 'title', 'url'] as const).filter(
    (name) => name !== 'title' || urls.some(({ title }) => title !== undefined),
  );

const titled = (name: string): string => (name === 'url' ? 'URL' : name.charAt(0).toUpperCase() + name.slice(1));

const cellsOf = (urls: readonly EndpointUrl[]): readonly (readonly string[])[] =>
  urls.map((url) => columnsOf(urls).map((name) => url[name] ?? ''));

const markdownRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** Returns a title as text in Markdown, where it would otherwise be HTML or a link. */
const asMarkdown = (title: string): string => title.replace(/[\\`*_~<[\]]|&(?=#?\w+;)/g, '\\$&').replace(/\s+/g, ' ');

const withTitles = (urls: readonly EndpointUrl[], change: (title: string) => string): readonly EndpointUrl[] =>
  urls.map((url) => (url.title === undefined ? url : { ...url, title: change(url.title) }));

const table = (urls: readonly EndpointUrl[]): string =>
  formatTable([
    columnsOf(urls).map((name) => forReader(titled(name))),
    ...cellsOf(urls.map((url) => ({ ...url, component: shownComponent(url.component) }))),
  ]);

const json = (urls: readonly EndpointUrl[]): string => JSON.stringify(urls, null, 2);

const csv = (urls: readonly EndpointUrl[]): string => writeSheetCsv([columnsOf(urls), ...cellsOf(urls)]);

const md = (urls: readonly EndpointUrl[]): string => {
  const columns = columnsOf(urls).map(titled);
  return [columns, columns.map(() => '---'), ...cellsOf(withTitles(urls, asMarkdown))].map(markdownRow).join('\n');
};

export const URL_FORMATS = { text: table, table, json, csv, md };
