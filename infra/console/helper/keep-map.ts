import { createHash } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MapName } from '../../../schemas/common/charts/picture.ts';
import { writeFiles } from '../../build/write-files.ts';
import { MAP_FILES, MAPS_FOLDER, MAX_MAP_BYTES, readGeoJson } from '../../dashboard/maps/read-geo-json.ts';
import type { KeptMap } from '../protocol/protocol.ts';

/** A map to write, and the hash of the other map that it may replace. */
interface GivenMap {
  readonly bytes: Buffer;
  readonly over: string | null;
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Reads the map that is there. A link or a folder is not read: writing then says what it is. */
const readOld = async (path: string): Promise<Buffer | undefined> =>
  (await lstat(path).catch(() => undefined))?.isFile() ? readFile(path) : undefined;

/** Writes a map into the dashboard folder. Another map there is replaced only if `over` is its hash. */
export const keepMap = async (
  folder: string,
  of: MapName,
  { bytes, over }: GivenMap,
): Promise<KeptMap | { readonly refusal: string }> => {
  const path = `${MAPS_FOLDER}/${MAP_FILES[of]}`;
  if (bytes.length > MAX_MAP_BYTES || 'fault' in readGeoJson(bytes.toString()))
    return { refusal: 'The file is not a GeoJSON map.' };
  try {
    const old = await readOld(join(folder, path));
    if (old?.equals(bytes)) return {};
    if (old && hashOf(old) !== over) return { other: hashOf(old) };
    await writeFiles(folder, { [path]: bytes });
    return {};
  } catch (error) {
    return { refusal: `${(error as Error).message}.` };
  }
};
