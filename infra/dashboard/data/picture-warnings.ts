import type { Picture } from '../../../schemas/common/charts/picture.ts';
import { createBody } from '../../../shared/cache/response-body.ts';
import { itemBody } from '../../../shared/cache/shared-item.ts';
import type { Diagnostic, Place } from '../folder/diagnostic.ts';
import { type NameProblem, nameProblems, type OwnNames } from '../maps/map-names.ts';
import { type CheckSubject, ownerOf } from './data-diagnostics.ts';

/** Warns if the response of an endpoint is too large for the shared cache. */
export const sharingWarnings = (
  { endpoint, component }: CheckSubject,
  text: string,
  place: Place,
): readonly Diagnostic[] => {
  const { slug, config } = endpoint;
  if (!config.cache?.shared || itemBody(createBody(text, 0))) return [];
  return [
    {
      ...place,
      severity: 'warning',
      message:
        'the response is too large for the shared cache, which takes 395 KB as gzip: each environment makes its own',
      hint: 'aggregate first, or leave `shared` out of its cache',
      endpoint: slug,
      component: component.name,
    },
  ];
};

type PictureProblem = Omit<NameProblem, 'first'> & Partial<Pick<NameProblem, 'first'>>;

const problemsIn = (picture: Picture, own: OwnNames): readonly PictureProblem[] => {
  if (picture.kind !== 'chart') return [];
  const { map, names, faults = [] } = picture;
  const problems = faults.map((message) => ({ message, hint: 'leave these links out, or check their direction' }));
  return map === undefined ? problems : [...problems, ...nameProblems(map, names, own[map])];
};

/**
 * Finds warnings about valid data that cannot be drawn: names that the map does not know, and links that lead back.
 * @param placeOf returns the place of a name among the data, or of the data if there is no name.
 */
export const pictureWarnings = (
  subject: CheckSubject,
  body: unknown,
  placeOf: (name: string | undefined) => Place,
): readonly Diagnostic[] =>
  subject.preview
    ? problemsIn(subject.preview(body, subject.component.name), subject.ownNames).map(({ first, message, hint }) => ({
        ...placeOf(first),
        message,
        hint,
        severity: 'warning',
        ...ownerOf(subject),
      }))
    : [];
