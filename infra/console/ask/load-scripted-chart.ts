import { namesOf } from '../../../schemas/common/charts/names-of.ts';
import type { Picture } from '../../../schemas/common/charts/picture.ts';
import type { LoadedDashboard, LoadedEndpoint } from '../../dashboard/load-dashboard.ts';
import { readTextFile } from '../../dashboard/read-text-file.ts';
import type { ScriptedChart } from '../protocol.ts';

/**
 * Reads the script of a scripted chart, which the page runs with the response body; undefined if the endpoint has no
 * script.
 */
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
