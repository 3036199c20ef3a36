import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { fileCircles, folderCircles } from '../../infra/lab/house/find-circles.ts';
import { readSources } from '../../infra/lab/house/read-source-files.ts';
import { projectRoot } from '../../infra/program/project-root.ts';

/** The folders of infra/, lowest first. */
const FLOORS = [
  'language',
  'terminal',
  'program',
  'build',
  'help',
  'trino',
  'dashboard',
  'begin',
  'openapi',
  'stack',
  'cost',
  'client',
  'local',
  'check',
  'deploy',
  'lake',
  'console',
  'lab',
  'command-line',
  'cli',
] as const;

const sources = readSources(projectRoot, ['shared', 'schemas', 'functions', 'infra']);
const ofFloors = sources.filter(({ path }) => path.startsWith('infra/') && !path.startsWith('infra/dashboards/'));

const floorOf = (path: string): number => FLOORS.findIndex((floor) => path.startsWith(`infra/${floor}/`));

const importsThat = (isWrong: (from: string, to: string) => boolean): readonly string[] =>
  sources.flatMap(({ path, imports }) =>
    imports.filter((to) => isWrong(path, to)).map((to) => `${path} imports ${to}`),
  );

describe('the floors of infra/', () => {
  test('every source of infra/ is in a folder that is listed as a floor', () => {
    expect(ofFloors.length).toBeGreaterThan(100);
    expect(ofFloors.filter(({ path }) => floorOf(path) === -1)).toEqual([]);
  });

  test('a floor of infra/ imports only from itself and from lower floors', () => {
    expect(importsThat((from, to) => floorOf(from) !== -1 && floorOf(to) > floorOf(from))).toEqual([]);
  });

  test('only infra/lab and the commands of a clone import from tests/, and these only from tests/support', () => {
    const mayImport = ['infra/lab/', 'infra/cli/bench-', 'infra/cli/office.ts'];
    const isWrong = (from: string, to: string): boolean =>
      !to.startsWith('tests/support/') || !mayImport.some((place) => from.startsWith(place));
    expect(importsThat((from, to) => to.startsWith('tests/') && isWrong(from, to))).toEqual([]);
  });
});

/** Matches an import whose path is not a text in quotes, which the build of the npm package would leave as it is. */
const COMPUTED_PATH = /\bimport\(\s*`[^`]*\.ts/;

describe('shared, schemas, functions and infra', () => {
  test('no source of the program imports a module by a template, because the npm package has other paths', () => {
    const templates = sources.filter(
      ({ path }) => !path.startsWith('infra/lab/') && COMPUTED_PATH.test(readFileSync(join(projectRoot, path), 'utf8')),
    );
    expect(templates.map(({ path }) => path)).toEqual([]);
  });

  test('the folders form no circle of imports at any depth, imports of types included', () => {
    expect(folderCircles(sources)).toEqual([]);
  });

  test('the files form no circle of imports, imports of types included', () => {
    expect(fileCircles(sources)).toEqual([]);
  });
});
