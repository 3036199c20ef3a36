import type { Settings } from '../../../shared/pipeline/bind-endpoints.ts';
import { feedTables, type Lines, textsOf } from '../rejects/feed.ts';
import { type ShapeFolder, shapeFolders } from '../tables/shape-folders.ts';

export const feedFamily = (family: string) => {
  const folderOf = (name: string): ShapeFolder => {
    const folder = shapeFolders.find((folder) => folder.family === family && folder.name === name);
    if (!folder) throw new Error(`no shape ${name}`);
    return folder;
  };
  const feed = (name: string, lines: Lines, settings: Partial<Settings> = {}): unknown =>
    feedTables(folderOf(name), textsOf(lines), { options: {}, ...settings });
  return { folderOf, feed };
};
