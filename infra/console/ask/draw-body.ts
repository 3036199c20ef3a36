import { isEmptyPicture, namesOf, type Picture } from '../../../schemas/common/charts/picture.ts';
import { type CatalogueEntry, loadCatalogue, loadPreview } from '../../build/catalogue/load-catalogue.ts';
import type { LoadedDashboard, LoadedEndpoint } from '../../dashboard/definition/load-dashboard.ts';
import { readTextFile } from '../../dashboard/folder/find-file.ts';
import type { GalleryEntry, ScriptedChart } from '../protocol/protocol.ts';

/** Returns undefined if the endpoint has no script. */
export const loadScriptedChart = async (
  { slug, component }: LoadedEndpoint,
  { folder, checked }: LoadedDashboard,
  body: unknown,
  picture: Picture,
): Promise<ScriptedChart | undefined> => {
  const name = checked.find((one) => one.slug === slug)?.script;
  if (name === undefined) return undefined;
  const read = await readTextFile(folder, name, []);
  if ('problem' in read) return undefined;
  return { kind: 'script', script: read.text, component, body, names: namesOf(picture) };
};

const findEntry = async (component: string): Promise<CatalogueEntry | undefined> =>
  (await loadCatalogue()).find(({ shape }) => shape.components.includes(component));

type DrawnBody = { readonly picture: Picture; readonly isEmpty: boolean } | { readonly failure: string };

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

export const drawGallery = async (): Promise<readonly GalleryEntry[]> => {
  const { loadSamples } = await import('../../build/bundling/collect-samples.ts');
  const samples = await loadSamples();
  const entries = (await loadCatalogue()).flatMap(({ family, shape }) =>
    shape.components.map(async (component): Promise<readonly GalleryEntry[]> => {
      const body: unknown = JSON.parse(samples[shape.name]?.document ?? 'null');
      const drawn = await drawBody(component, body);
      return 'failure' in drawn ? [] : [{ component, family, shape: shape.name, drawing: drawn.picture }];
    }),
  );
  return (await Promise.all(entries)).flat();
};
