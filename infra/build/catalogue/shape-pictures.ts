import type { Picture } from '../../../schemas/common/charts/picture.ts';
import { findAlternatives } from './find-alternatives.ts';
import { type CatalogueEntry, loadPreview, type ShapeSource } from './load-catalogue.ts';

/** A picture of a shape's sample, and the components that look like it. */
export interface ShapePicture {
  /** Name of the picture's file in the shape's folder. */
  readonly file: string;
  readonly components: readonly string[];
  readonly picture: Picture;
}

/** A shape's folder with the pictures that its documentation shows. */
export interface IllustratedSource extends ShapeSource {
  readonly pictures: readonly ShapePicture[];
  /** The shapes with the most similar columns, nearest first. */
  readonly alternatives: readonly CatalogueEntry[];
}

const kebabCase = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** Draws the sample for each component. Components that look the same share a picture. */
export const illustrate = async (
  source: ShapeSource,
  catalogue: readonly CatalogueEntry[],
): Promise<IllustratedSource> => {
  const { components } = source.shape;
  const [preview, body] = [await loadPreview(source), JSON.parse(source.read('sample.json') ?? '{}')];
  const alike = Map.groupBy(components, (component) => JSON.stringify(preview(body, component)));
  const pictures = Array.from(alike, ([picture, names]) => ({
    file: alike.size === 1 ? 'preview.svg' : `preview.${kebabCase(names[0] ?? '')}.svg`,
    components: names,
    picture: JSON.parse(picture) as Picture,
  }));
  return { ...source, pictures, alternatives: findAlternatives(source, catalogue) };
};
