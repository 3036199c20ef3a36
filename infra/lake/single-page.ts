import type { DatasetConfig } from '../../shared/config/sources.ts';
import type { HttpSource, Pages } from '../../shared/kinds/http/source.ts';
import { say } from '../../shared/tabular/say.ts';
import type { QueriedRows } from './run-dataset.ts';

const nextOf = (pages: Pages): string | undefined => {
  if ('link' in pages) return say`its header Link has no rel="${pages.link}"`;
  if ('next' in pages) return say`it has nothing at ${pages.next}`;
  return 'cursor' in pages ? say`it has nothing at ${pages.cursor}` : undefined;
};

/**
 * Says why a dataset with `pages` was read with one call: a mistake in `pages` looks like an answer of one page.
 * Returns undefined for several pages, and without `pages`.
 */
export const singlePageNote = (
  source: DatasetConfig['source'],
  { answers }: Pick<QueriedRows, 'answers'>,
): string | undefined => {
  const { pages } = source as Partial<HttpSource>;
  if (!pages || answers?.pages !== 1) return undefined;
  if ('offset' in pages)
    return say`the first answer has fewer rows than \`size: ${pages.size}\`, and was taken as the last page: if the host has more rows, write the number that it gives for one call`;
  const found = nextOf(pages);
  return (
    found &&
    say`the first answer was taken as the last page, because ${found}: if the host has more rows, correct \`pages\``
  );
};
