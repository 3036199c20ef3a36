import { Document, isMap } from 'yaml';
import type { Trial } from './trial.ts';

/** Lines of dashboard.yml are at most this long. */
const MAX_LINE = 100;
const INDENT = '  ';

const csvOf = (file: string, { format }: Trial): unknown =>
  Object.keys(format).length === 0 ? file : { file, ...format };

const definitionOf = (component: string, file: string, trial: Trial): Readonly<Record<string, unknown>> => {
  const { table, options } = trial;
  const csv = { csv: csvOf(file, trial) };
  return {
    component,
    ...(table === 'table' ? csv : { [table]: csv }),
    ...(Object.keys(options).length > 0 && { options }),
  };
};

/** Writes maps below the first level on one line each. */
const write = (slug: string, definition: Readonly<Record<string, unknown>>, isOneLine: boolean): string => {
  const document = new Document({ [slug]: definition });
  const entry = document.get(slug);
  if (isMap(entry)) {
    entry.flow = isOneLine;
    for (const { value } of entry.items) if (isMap(value)) value.flow = true;
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
