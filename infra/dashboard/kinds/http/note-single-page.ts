import type { HttpSource, Pages } from '../../../../shared/kinds/http/source.ts';
import { say } from '../../../../shared/tabular/say.ts';
import type { SourceKind } from '../source-kind.ts';

const nextOf = (pages: Pages): string | undefined => {
  if ('link' in pages) return say`its header Link has no rel="${pages.link}"`;
  if ('next' in pages) return say`it has nothing at ${pages.next}`;
  return 'cursor' in pages ? say`it has nothing at ${pages.cursor}` : undefined;
};

export const noteSinglePage: NonNullable<SourceKind['noteSinglePage']> = (source) => {
  const { pages } = source as Partial<HttpSource>;
  if (!pages) return undefined;
  if ('offset' in pages)
    return say`the first answer has fewer rows than \`size: ${pages.size}\`, and was taken as the last page: if the host has more rows, write the number that it gives for one call`;
  const found = nextOf(pages);
  return (
    found &&
    say`the first answer was taken as the last page, because ${found}: if the host has more rows, correct \`pages\``
  );
};
