import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from '@jest/globals';
import { projectRoot } from '../../infra/build/project-root.ts';

/** The folders of infra/, lowest first. */
const FLOORS = ['terminal', 'build', 'dashboard', 'stack', 'cost', 'local', 'deploy', 'console', 'cli'] as const;

const SPECIFIER = /(?:\bfrom\s+|\bimport\s+|\bimport\()'(\.[^']+)'/g;

const sources = readdirSync(join(projectRoot, 'infra'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.m?ts$/.test(path) && !path.startsWith('dashboards'))
  .map((path) => join('infra', path));

const importsOf = (path: string): readonly string[] =>
  Array.from(readFileSync(join(projectRoot, path), 'utf8').matchAll(SPECIFIER), ([, specifier = '']) =>
    normalize(join(dirname(path), specifier)),
  ).filter((to) => to.startsWith('infra/'));

const imports: ReadonlyMap<string, readonly string[]> = new Map(sources.map((path) => [path, importsOf(path)]));

const floorOf = (path: string): number => FLOORS.findIndex((floor) => path.startsWith(`infra/${floor}/`));

/** Finds import cycles: paths from a file back to itself, by a depth-first search. */
const findCycles = (): readonly string[] => {
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
    if (done.has(path) || trail.includes(path)) return;
    for (const next of imports.get(path) ?? []) walk(next, [...trail, path]);
    done.add(path);
  };
  for (const path of imports.keys()) walk(path, []);
  return cycles;
};

test('every source of infra/ is in a folder that is listed as a floor', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((path) => floorOf(path) === -1)).toEqual([]);
});

test('a floor of infra/ imports only from itself and from lower floors', () => {
  const upward = sources.flatMap((path) =>
    importsOf(path)
      .filter((to) => floorOf(to) > floorOf(path))
      .map((to) => `${path} imports ${to}`),
  );
  expect(upward).toEqual([]);
});

test('the files of infra/ form no cycle of imports, type imports included', () => {
  expect(findCycles()).toEqual([]);
});
