import { isMap, parseDocument, type YAMLMap } from 'yaml';
import { asFields } from '../../dashboard/folder/fields.ts';
import type { SelectionFields } from '../suggestions/column-sources.ts';
import { writeEndpointLines, writeKeys } from '../suggestions/endpoint-lines.ts';

export interface ProposedLines {
  /** Says where the lines belong. */
  readonly place: string;
  readonly lines: string;
}

const columnOf = (text: string, { items: [first] }: YAMLMap): number | undefined => {
  const [start] = (first?.key as { readonly range?: readonly number[] } | undefined)?.range ?? [];
  return start === undefined ? undefined : start - text.lastIndexOf('\n', start - 1) - 1;
};

/**
 * Writes keys that are proposed for a dataset with `http`: as lines below its other keys, or as the whole dataset if its
 * `http` is on one line.
 * @param text the text of dashboard.yml.
 */
export const writeProposal = (text: string, name: string, keys: SelectionFields): ProposedLines => {
  const document = parseDocument(text);
  const http = document.getIn(['datasets', name, 'http']);
  const column = isMap(http) && !http.flow ? columnOf(text, http) : undefined;
  if (column !== undefined)
    return {
      place: `Lines for \`http\` of the dataset ${name} in dashboard.yml:`,
      lines: writeKeys(keys, ' '.repeat(column)),
    };
  const dataset = asFields(asFields(asFields(document.toJS()).datasets)[name]);
  return {
    place: `Lines in place of the dataset ${name} in dashboard.yml:`,
    lines: writeEndpointLines(name, { ...dataset, http: { ...asFields(dataset.http), ...keys } }),
  };
};
