import { styleText } from 'node:util';
import { secretsOf } from '../../../shared/config/dashboard-config.ts';
import { pluralize } from '../../../shared/errors/pluralize.ts';
import { createReadSecret, urlOf } from '../../client/send-request.ts';
import type { LoadedDashboard, LoadedEndpoint } from '../../dashboard/definition/load-dashboard.ts';
import { HEAD_KEYS } from '../../dashboard/head/head-keys.ts';
import { SECRETS_FILE } from '../../dashboard/head/secrets.ts';
import { byKind } from '../../dashboard/registry/kinds.ts';
import { forReader } from '../../language/language.ts';
import { shownComponent } from '../../language/shown-component.ts';
import { commandLine } from '../../program/command-line.ts';
import { datasetsOf } from '../../stack/sources.ts';
import { escapeCells, formatTable, wrapRows } from '../../terminal/format-table.ts';
import { print } from '../../terminal/print.ts';

const HEADER = ['Component', 'URL', 'Source', 'Status'];
const URL_COLUMN = 1;
const FAULTY = 'faulty';

/**
 * Formats the endpoints as a table: component, URL to paste, source, and the status of faulty endpoints. With the width
 * of a terminal, long components and sources are wrapped inside their columns; without it, each endpoint is one line.
 */
export const formatEndpoints = (
  { endpoints }: LoadedDashboard,
  url: string,
  faulty: ReadonlySet<string>,
  width?: number,
): string => {
  const isFaulty = [undefined, ...endpoints].map((one) => one !== undefined && faulty.has(one.slug));
  const cells = endpoints.map((endpoint) => [
    shownComponent(endpoint.component),
    urlOf(endpoint, url),
    endpoint.source,
    faulty.has(endpoint.slug) ? forReader(FAULTY) : '',
  ]);
  const rows = escapeCells([HEADER.map(forReader), ...cells]);
  const groups = width === undefined ? rows.map((row) => [row]) : wrapRows(rows, width, [URL_COLUMN]);
  const lines = formatTable(groups.flat()).split('\n');
  const red = groups.flatMap((group, index) => group.map(() => isFaulty[index]));
  return lines.map((line, index) => (red[index] ? styleText('red', line) : line)).join('\n');
};

export const missingEndpoints = ({ checked, endpoints }: LoadedDashboard): readonly string[] => {
  const right = new Set(endpoints.map(({ slug }) => slug));
  return checked.map(({ slug }) => slug).filter((slug) => !right.has(slug));
};

const formatMissing = (dashboard: LoadedDashboard): string | undefined => {
  const missing = missingEndpoints(dashboard);
  const { checked, endpoints } = dashboard;
  if (missing.length === 0) return undefined;
  return `Serving ${endpoints.length} of ${checked.length} endpoints. Not served until corrected: ${missing.join(', ')}`;
};

const listed = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : `${words[0]}`;

export const explainNothing = ({ blockedBy }: LoadedDashboard): string =>
  blockedBy.length > 0
    ? `Nothing to serve because of ${listed(blockedBy)}: an error there affects every endpoint, even valid ones. Correct it first.`
    : `Nothing to serve: correct the dashboard, or choose another: ${commandLine('start', '--dashboard', '<folder>')}`;

export const formatReplaced = (dashboard: LoadedDashboard): string | undefined => {
  const { replaced } = dashboard;
  if (replaced.length === 0) return undefined;
  return `Defaults in place of invalid keys: ${replaced.map((key) => HEAD_KEYS.get(key)?.instead?.(dashboard) ?? `no ${key}`).join('; ')}`;
};

const WHERE = { ssm: `${SECRETS_FILE} lacks`, env: 'the environment lacks' } as const;

const namesOf = (endpoints: readonly LoadedEndpoint[], kind: keyof typeof WHERE): readonly string[] => {
  const tokens = endpoints.flatMap(({ config }) => secretsOf(config)).filter(({ from }) => from === kind);
  const names = [...new Set(tokens.map(({ name }) => name))].sort();
  return names.length === 0 ? [] : [`${WHERE[kind]} ${names.join(', ')}`];
};

export const formatLacking = async ({ folder, endpoints }: LoadedDashboard): Promise<string | undefined> => {
  const readSecret = await createReadSecret(folder);
  const lacking = endpoints.filter(
    ({ config }) => secretsOf(config).length > 0 && secretsOf(config).every((one) => readSecret(one) === undefined),
  );
  if (lacking.length === 0) return undefined;
  const verb = lacking.length === 1 ? 'responds with' : 'respond with';
  const places = [...namesOf(lacking, 'ssm'), ...namesOf(lacking, 'env')].join('; ');
  return `${pluralize(lacking.length, 'endpoint')} ${verb} TOKEN_UNAVAILABLE: ${places}`;
};

export const printAll = (...texts: readonly (string | undefined)[]): void => {
  for (const text of texts) if (text) print(text);
};

export const printReport = (report: string): void => {
  if (report !== '') console.log(report);
};

export const printEndpoints = async (
  dashboard: LoadedDashboard,
  url: string,
  faulty: ReadonlySet<string>,
): Promise<void> => {
  const emulated = byKind(Object.values(datasetsOf(dashboard))).map(([{ emulator }]) => emulator?.notice);
  printReport(`\n${formatEndpoints(dashboard, url, faulty, process.stdout.columns)}\n`);
  printAll(formatMissing(dashboard), formatReplaced(dashboard), ...emulated, await formatLacking(dashboard));
};
