import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { WallfeedError } from '../../shared/errors/wallfeed-error.ts';
import type { NewEndpoint } from './folder-files.ts';
import { defineEndpoint, listComponents, suggestForFirstRows } from './suggestions/endpoint-lines.ts';
import { nameOfFile, proposeKey } from './suggestions/slug.ts';
import type { Suggestion } from './suggestions/suggest-components.ts';

const MAX_NAMED = 5;

/** Names the other components that read the file in the same way: by position, or by a selection. */
const describeOthers = ([best, ...others]: readonly Suggestion[]): string | undefined => {
  const alike = others.filter(({ isSelected }) => isSelected === best?.isSelected);
  if (alike.length === 0) return undefined;
  return `${best?.isSelected ? 'with other columns also' : 'also'} fits ${listComponents(alike, MAX_NAMED)}`;
};

/** The component that shows any table. Its error is the best explanation for a file that no component fits. */
const ANY_TABLE = 'Paging List';

const describeError = ({ message, details }: WallfeedError): string => {
  const [{ line, hint, ...detail } = { message }] = details;
  const place = line === undefined ? '' : `line ${line}: `;
  return `${place}${detail.message}${hint === undefined ? '' : ` (${hint})`}`;
};

/**
 * Creates an endpoint for a CSV file, with the component that the file fits best, or returns the reason why it fits
 * none.
 */
export const createFileEndpoint = async (
  file: string,
  timezone: string,
  taken: ReadonlySet<string>,
): Promise<NewEndpoint | { readonly problem: string }> => {
  const bytes = await readFile(file);
  const name = basename(file);
  if (bytes.length === 0) return { problem: `${name} is empty: write a header and rows into it` };
  const suggestions = await suggestForFirstRows(bytes, timezone);
  if (suggestions instanceof WallfeedError) return { problem: `${name} cannot be read: ${describeError(suggestions)}` };
  const [best] = suggestions.fits;
  if (best === undefined) {
    const error = suggestions.misfits.get(ANY_TABLE);
    return { problem: `no component takes ${name}${error ? `: ${describeError(error)}` : ''}` };
  }
  const comments = [describeOthers(suggestions.fits) ?? [], ...suggestions.notes].flat();
  return {
    slug: proposeKey(nameOfFile(name), taken),
    definition: defineEndpoint(best.component, name, best.candidate),
    ...(comments.length > 0 && { comment: comments.join('\n') }),
    files: { [`data/${name}`]: bytes },
  };
};
