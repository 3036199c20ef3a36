import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { findFitting } from '../fit/find-fitting.ts';
import type { NewEndpoint } from './new-endpoint.ts';
import { freeSlug, slugOf } from './slug.ts';

const MAX_NAMED = 5;

const describeOthers = (others: readonly string[]): string | undefined => {
  if (others.length === 0) return undefined;
  const more = others.length > MAX_NAMED ? ` and ${others.length - MAX_NAMED} more` : '';
  return `also fits ${others.slice(0, MAX_NAMED).join(', ')}${more}`;
};

/** The component that shows any table. Its error is the best explanation for a file that no component fits. */
const ANY_TABLE = 'Paging List';

/**
 * Creates an endpoint for a CSV file, with the component that the file fits best, or returns the reason why it fits
 * none.
 */
export const createFileEndpoint = async (
  file: string,
  taken: ReadonlySet<string>,
): Promise<NewEndpoint | { readonly problem: string }> => {
  const bytes = await readFile(file);
  const name = basename(file);
  const { components, misfits } = await findFitting(bytes);
  const [component, ...others] = components;
  if (component === undefined) {
    const { line = 1, message = '', hint = '' } = misfits.get(ANY_TABLE) ?? {};
    return { problem: `no component takes ${name} as it is: line ${line}: ${message} (${hint})` };
  }
  const slug = freeSlug(slugOf(basename(name, extname(name)), 'table'), taken);
  const comment = describeOthers(others);
  return {
    slug,
    definition: { component, csv: name },
    ...(comment !== undefined && { comment }),
    files: { [`data/${name}`]: bytes },
  };
};
