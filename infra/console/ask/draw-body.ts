import { isEmptyPicture } from '../../../schemas/common/charts/names-of.ts';
import type { Picture } from '../../../schemas/common/charts/picture.ts';
import { findEntry, loadPreview } from './load-preview.ts';

/** A picture, or why there is none, in one sentence. */
export type DrawnBody = { readonly picture: Picture; readonly isEmpty: boolean } | { readonly failure: string };

/** Makes the picture of a body that a component would read. */
export const drawBody = async (component: string, body: unknown): Promise<DrawnBody> => {
  const entry = await findEntry(component);
  const preview = entry && (await loadPreview(entry));
  if (!preview) return { failure: `The console has no picture of ${component}.` };
  try {
    const picture = preview(body, component);
    return { picture, isEmpty: isEmptyPicture(picture) };
  } catch (error) {
    return { failure: `The response cannot be drawn: ${(error as Error).message}.` };
  }
};
