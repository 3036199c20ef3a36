import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Document, isCollection, isMap, isScalar, Scalar, type YAMLMap } from 'yaml';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { checkDashboard } from '../../dashboard/check-dashboard.ts';
import { type Diagnostic, formatDiagnostic } from '../../dashboard/folder/diagnostic.ts';
import { FILE_NAME } from '../../dashboard/folder/read-dashboard-file.ts';
import { MAPS_FOLDER } from '../../dashboard/maps/read-geo-json.ts';
import { shownComponent } from '../../language/shown-component.ts';
import { writeFiles } from '../../program/write-files.ts';
import { type Candidate, type CandidateTable, POSITION } from './candidate.ts';
import { nameOfFile, proposeKey } from './slug.ts';
import { type Suggestion, type Suggestions, suggestComponents } from './suggest-components.ts';

interface NewEndpointFile {
  /** Below data/. */
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly lines: string;
  readonly timezone: string;
  /** The maps of this dashboard folder are used for the check. Absent for a new dashboard. */
  readonly mapsFrom?: string;
}

/** Checks the endpoint in a temporary folder. Lines of warnings about dashboard.yml have no meaning there. */
export const warningsOfNewEndpoint = async ({
  file,
  bytes,
  lines,
  timezone,
  mapsFrom,
}: NewEndpointFile): Promise<readonly Diagnostic[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-'));
  try {
    const definition = `dashboard: new\ntimezone: ${timezone}\nendpoints:\n${lines}\n`;
    await writeFiles(folder, { [FILE_NAME]: definition, [`data/${file}`]: bytes });
    if (mapsFrom)
      await cp(join(mapsFrom, MAPS_FOLDER), join(folder, MAPS_FOLDER), { recursive: true }).catch(() => undefined);
    const { warnings } = await checkDashboard(folder);
    return warnings.map((warning) => ({ ...warning, file: relative(folder, warning.file) }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

export type EndpointFields = Readonly<Record<string, unknown>>;

const MAX_LINE = 100;
const INDENT = '  ';

const csvOf = (file: string, { format, keys }: Candidate, { selection }: CandidateTable): unknown => {
  const fields = { ...format, ...keys, ...selection };
  return Object.keys(fields).length === 0 ? file : { file, ...fields };
};

const MAX_TITLE = 200;
const inOneLine = (name: string): string => name.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TITLE);

const ASCII = /^[ -~]*$/;

/** Returns a name if it needs a title, because the keys of dashboard.yml cannot have its letters. */
export const titleFor = (name: string): string | undefined => (ASCII.test(name) ? undefined : inOneLine(name));

export const defineEndpoint = (component: string, file: string, candidate: Candidate): EndpointFields => {
  const { tables, options } = candidate;
  const title = candidate.title === undefined ? titleFor(nameOfFile(file)) : inOneLine(candidate.title);
  const sources = tables.map((one) => {
    const csv = csvOf(file, candidate, one);
    return one.name === 'table' ? ['csv', csv] : [one.name, { csv }];
  });
  return {
    component,
    ...(title !== undefined && { title }),
    ...Object.fromEntries(sources),
    ...(Object.keys(options).length > 0 && { options }),
  };
};

/** Puts each map and list of an entry on one line, unless the line would be too long. */
const fold = (map: YAMLMap, depth: number): void => {
  for (const { value } of map.items) {
    if (!isCollection(value)) continue;
    const isLong = JSON.stringify(value).length > MAX_LINE - depth;
    if (isMap(value) && isLong) fold(value, depth + 2);
    else value.flow = true;
  }
};

/** Writes the positions of columns below `where` without quotes. In quotes, they would be names. */
const writePositions = (where: unknown): void => {
  if (!isMap(where)) return;
  for (const item of where.items) {
    const { key } = item;
    if (isScalar(key) && POSITION.test(String(key.value))) item.key = new Scalar(Number(key.value));
  }
};

const FORM = { lineWidth: 0, singleQuote: true, flowCollectionPadding: true };

export const writeKeys = (fields: EndpointFields, indent: string): string => {
  const document = new Document(fields, { aliasDuplicateObjects: false });
  if (isMap(document.contents)) fold(document.contents, indent.length);
  return document.toString(FORM).trimEnd().replace(/^/gm, indent);
};

const write = (slug: string, definition: EndpointFields, isOneLine: boolean): string => {
  const document = new Document({ [slug]: definition }, { aliasDuplicateObjects: false });
  const entry = document.get(slug);
  if (isMap(entry)) {
    entry.flow = isOneLine;
    for (const { key } of entry.items)
      for (const path of [['where'], ['csv', 'where']]) writePositions(entry.getIn([String(key), ...path]));
    fold(entry, 4);
  }
  return document.toString(FORM).trimEnd().replace(/^/gm, INDENT);
};

export const writeEndpointLines = (slug: string, definition: EndpointFields): string => {
  const oneLine = write(slug, definition, true);
  return oneLine.length <= MAX_LINE && !oneLine.includes('\n') ? oneLine : write(slug, definition, false);
};

/** `check` reads all rows once the file is in a dashboard. */
const MAX_READ_ROWS = 5_000;

/** Returns why the file is no table, if it is none. */
export const suggestForFirstRows = async (
  bytes: Uint8Array,
  timezone: string,
): Promise<Suggestions | WallfeedError> => {
  try {
    const suggestions = await suggestComponents(bytes, { timezone, maxRows: MAX_READ_ROWS });
    return { ...suggestions, fits: suggestions.fits.filter(({ isOffTheMap }) => !isOffTheMap) };
  } catch (error) {
    if (error instanceof WallfeedError) return error;
    throw error;
  }
};

export const listComponents = (fits: readonly Suggestion[], maxNamed: number): string => {
  const rest = fits.length - maxNamed;
  const names = fits.slice(0, maxNamed).map(({ component }) => shownComponent(component));
  return `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
};

const MAX_NAMED = 6;

interface FittingDescription {
  readonly fits: string;
  /** The lines of the proposed endpoint in dashboard.yml, and its key. Absent if the file needs no selection. */
  readonly lines?: string;
  readonly key?: string;
  readonly notes: readonly string[];
}

/** Writes the lines of an endpoint only for a file that needs a selection. */
export const describeSuggestions = async (
  file: string,
  bytes: Uint8Array,
  taken: ReadonlySet<string>,
): Promise<FittingDescription> => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const suggestions = await suggestForFirstRows(bytes, timeZone);
  const fits = suggestions instanceof WallfeedError ? [] : suggestions.fits;
  const [best] = fits;
  const notes = suggestions instanceof WallfeedError ? [] : suggestions.notes;
  if (!best) return { fits: 'fits no component, neither as it is nor with a selection', notes };
  const named = `fits ${listComponents(fits, MAX_NAMED)}`;
  const key = proposeKey(nameOfFile(file), taken);
  const lines = writeEndpointLines(key, defineEndpoint(best.component, file, best.candidate));
  const warnings = await warningsOfNewEndpoint({ file, bytes, lines, timezone: timeZone });
  const said = [...notes, ...warnings.map((warning) => formatDiagnostic(warning))];
  const hasKeys = best.isSelected || !lines.includes(`csv: ${file}`);
  if (!hasKeys) return { fits: named, notes: said };
  return { fits: `${named} with a selection. Write in dashboard.yml, below \`endpoints\`:`, lines, key, notes: said };
};
