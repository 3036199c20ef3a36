import { Document, isCollection, isMap, type YAMLMap } from 'yaml';
import type { Trial, TrialTable } from './trial.ts';

/** The keys of an endpoint in dashboard.yml. */
export type EndpointFields = Readonly<Record<string, unknown>>;

/** Maximum length of a line in dashboard.yml. */
const MAX_LINE = 100;
const INDENT = '  ';

const csvOf = (file: string, { format }: Trial, { selection }: TrialTable): unknown =>
  Object.keys(format).length === 0 && !selection ? file : { file, ...format, ...selection };

/** Returns the keys of an endpoint in dashboard.yml that feeds a component as a trial does. */
export const defineEndpoint = (component: string, file: string, trial: Trial): EndpointFields => {
  const { tables, options } = trial;
  const sources = tables.map((one) => {
    const csv = csvOf(file, trial, one);
    return one.name === 'table' ? ['csv', csv] : [one.name, { csv }];
  });
  return {
    component,
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

const write = (slug: string, definition: EndpointFields, isOneLine: boolean): string => {
  const document = new Document({ [slug]: definition });
  const entry = document.get(slug);
  if (isMap(entry)) {
    entry.flow = isOneLine;
    fold(entry, 4);
  }
  const text = document.toString({ lineWidth: 0, singleQuote: true, flowCollectionPadding: true });
  return text.trimEnd().replace(/^/gm, INDENT);
};

/** Writes the entry of an endpoint as it is written below `endpoints:` in dashboard.yml. */
export const writeEndpointLines = (slug: string, definition: EndpointFields): string => {
  const oneLine = write(slug, definition, true);
  return oneLine.length <= MAX_LINE && !oneLine.includes('\n') ? oneLine : write(slug, definition, false);
};
