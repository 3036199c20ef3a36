import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { posixPath } from '../posix-path.ts';
import { projectRoot } from '../project-root.ts';
import { followImports } from './follow-imports.ts';

const FOLDERS = ['infra', 'schemas', 'shared'] as const;
const FURTHER_FILES = ['serverless.yml'] as const;

/** Files that only tests, builds and the documentation of the repository need. */
const LEFT_OUT = [
  /\.d\.m?ts$/,
  /\.md$/,
  /\/rejects\.json$/,
  /^infra\/dashboards\/demo\/data\/exports\//,
  /^infra\/dashboards\/lake\//,
  /^infra\/build\/(?:distribution|new-shape)\//,
  /^infra\/build\/(?:build-function|bundle-function|compile-validators|direct-imports|entry|find-definition|jest-transform|shake-schemas|stamp|trim-clients|write-console)\.m?ts$/,
  /^infra\/cli\/(?:bench-|test)/,
  /^infra\/console\/(?:page|drawing)\//,
  /^infra\/console\/(?:draw-catalogue|read-world-map)\.ts$/,
  /^infra\/cli\/(?:build-package|catalogue|run)\.m?[jt]s$/,
];

const DEMO = 'infra/dashboards/demo/';
const SHIPPED = /\.(?:ts|mjs|cjs|json|yml|csv)$/;

const isShipped = (path: string): boolean =>
  (path.startsWith(DEMO) || SHIPPED.test(path)) && !LEFT_OUT.some((one) => one.test(path));

/**
 * True for sources in folders of which the commands need only some files. The other files are for functions, or for the
 * console's page.
 */
const isOfMixedFolder = (path: string): boolean => /^(?:shared|infra\/console)\//.test(path);

/** Lists the sources that the npm package has, as paths from the project's root, sorted. */
export const listShippedFiles = async (): Promise<readonly string[]> => {
  const listed = FOLDERS.map(async (folder) => {
    const entries = await readdir(join(projectRoot, folder), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return files.map(({ parentPath, name }) => posixPath(join(parentPath, name).slice(projectRoot.length + 1)));
  });
  const files = (await Promise.all(listed)).flat().filter(isShipped);
  const imported = await followImports(
    files.filter((path) => !isOfMixedFolder(path)),
    new Set(files),
  );
  return [...files.filter((path) => !isOfMixedFolder(path) || imported.has(path)), ...FURTHER_FILES].sort();
};
