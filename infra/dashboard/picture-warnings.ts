import type { Picture } from '../../schemas/common/charts/picture.ts';
import { enumerate } from '../build/catalogue/markdown.ts';
import type { CheckSubject } from './data-diagnostics.ts';
import type { Diagnostic, Place, Problem } from './diagnostic.ts';

const MAX_LISTED_NAMES = 5;

const listNames = (names: readonly string[]): string => {
  const rest = names.length - MAX_LISTED_NAMES;
  return enumerate([...names.slice(0, MAX_LISTED_NAMES), ...(rest > 0 ? [`${rest} more`] : [])]);
};

const problemsIn = (picture: Picture): readonly Problem[] => {
  if (picture.kind !== 'chart') return [];
  const { map, unknownNames = [], faults = [] } = picture;
  const problems = faults.map((message) => ({ message, hint: 'leave these links out, or check their direction' }));
  // Names on a map of provinces may be cities. The platform's map may have these cities, so there is no warning.
  if (map !== 'world' || unknownNames.length === 0) return problems;
  const message = `the world map does not know ${listNames(unknownNames)}`;
  return [...problems, { message, hint: 'write countries by their Chinese short names, such as 中国, 德国 or 美国' }];
};

/** Finds warnings about valid data that cannot be drawn: names that the map does not know, and links that lead back. */
export const pictureWarnings = (
  { endpoint, component, preview }: CheckSubject,
  body: unknown,
  place: Place,
): readonly Diagnostic[] =>
  preview
    ? problemsIn(preview(body, component.name)).map((problem) => ({
        ...place,
        ...problem,
        severity: 'warning',
        endpoint: endpoint.slug,
        component: component.name,
      }))
    : [];
