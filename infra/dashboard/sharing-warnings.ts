import { createBody } from '../../shared/cache/response-body.ts';
import { itemBody } from '../../shared/cache/shared-item.ts';
import type { CheckSubject } from './data-diagnostics.ts';
import type { Diagnostic, Place } from './diagnostic.ts';

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
      hint: 'aggregate first, or leave shared out of its cache',
      endpoint: slug,
      component: component.name,
    },
  ];
};
