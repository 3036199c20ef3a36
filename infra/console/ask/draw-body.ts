import { isEmptyPicture } from '../../../schemas/common/charts/names-of.ts';
import type { Picture } from '../../../schemas/common/charts/picture.ts';
import { loadPreview } from '../../build/load-preview.ts';
import { findEntry } from './find-entry.ts';

/** A picture, or one sentence that says why the body cannot be drawn. */
export type DrawnBody = { readonly picture: Picture; readonly isEmpty: boolean } | { readonly failure: string };

/** Creates the picture of a body that a component would read. */
export const drawBody = async (component: string, body: unknown): Promise<DrawnBody> => {
  const entry = await findEntry(component);
  if (!entry) return { failure: `The catalogue has no component ${component}.` };
  try {
    const picture = (await loadPreview(entry))(body, component);
    return { picture, isEmpty: isEmptyPicture(picture) };
  } catch (error) {
    return { failure: `The response cannot be drawn: ${(error as Error).message}.` };
  }
};
