import { Document, isCollection, isMap, type YAMLMap } from 'yaml';
import type { Trial } from './trial.ts';

/** Lines of dashboard.yml are at most this long. */
const MAX_LINE = 100;
const INDENT = '  ';

const csvOf = (file: string, { format, selection }: Trial): unknown =>
  Object.keys(format).length === 0 && !selection ? file : { file, ...format, ...selection };

const definitionOf = (component: string, file: string, trial: Trial): Readonly<Record<string, unknown>> => {
  const { table, options } = trial;
  const csv = { csv: csvOf(file, trial) };
  return {
    component,
    ...(table === 'table' ? csv : { [table]: csv }),
    ...(Object.keys(options).length > 0 && { options }),
  };
};

/** Puts the maps and lists of an entry on one line each, except those that would be too long. */
const fold = (map: YAMLMap, depth: number): void => {
  for (const { value } of map.items) {
    if (!isCollection(value)) continue;
    const isLong = JSON.stringify(value).length > MAX_LINE - depth;
    if (isMap(value) && isLong) fold(value, depth + 2);
    else value.flow = true;
  }
};

const write = (slug: string, definition: Readonly<Record<string, unknown>>, isOneLine: boolean): string => {
  const document = new Document({ [slug]: definition });
  const entry = document.get(slug);
  if (isMap(entry)) {
    entry.flow = isOneLine;
    fold(entry, 4);
  }
  const text = document.toString({ lineWidth: 0, singleQuote: true, flowCollectionPadding: true });
  return text.trimEnd().replace(/^/gm, INDENT);
};

/** Writes the entry of an endpoint as it stands below `endpoints:` in dashboard.yml. */
export const writeEndpointLines = (slug: string, component: string, file: string, trial: Trial): string => {
  const definition = definitionOf(component, file, trial);
  const oneLine = write(slug, definition, true);
  return oneLine.length <= MAX_LINE && !oneLine.includes('\n') ? oneLine : write(slug, definition, false);
};

const MAX_SLUG = 40;

/** Makes a slug of a file's name that no endpoint has yet. */
export const createSlug = (file: string, taken: ReadonlySet<string>): string => {
  const name = file.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_SLUG);
  const slug = /^[a-z]/.test(plain) ? plain : `file${plain && `-${plain}`}`;
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? slug : `${slug}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
};
