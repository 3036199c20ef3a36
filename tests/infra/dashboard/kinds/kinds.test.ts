import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { renderSchema, withKindTables } from '../../../../infra/dashboard/reference/render-schema.ts';
import { KINDS } from '../../../../infra/dashboard/registry/kinds.ts';
import { projectRoot } from '../../../../infra/program/project-root.ts';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

/** Matches paths whose code may name a kind: the folders of kinds, emulators, and programs that simulate or measure. */
const OWN_PLACES =
  /^(?:shared|infra\/dashboard)\/kinds\/[a-z]+\/|^infra\/local\/emulators\/|^infra\/lab\/|^infra\/dashboards\//;

const sources = ['shared', 'schemas', 'functions', 'infra'].flatMap((folder) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.m?ts$/.test(path) && !path.includes('node_modules') && !OWN_PLACES.test(path)),
);

const names = KINDS.map(({ name }) => name).join('|');
const COMPARISON = new RegExp(`(?:[=!]==|case|\\bkind:) ['"](?:${names})['"]|['"](?:${names})['"] (?:[=!]==|in\\b)`);

const kindsOfDatasets = KINDS.filter(({ isOfEndpoints }) => !isOfEndpoints).map(({ name }) => name);
const IMPORT_OF_KIND = new RegExp(`from '[^']*/kinds/(?:${kindsOfDatasets.join('|')})/`);

/** Files outside of the kinds' folders that may import a kind: the registry, hosts, and the check and the run of statements. */
const IMPORTERS = [
  'infra/check/check-lake.ts',
  'infra/dashboard/hosts/query-signed.ts',
  'infra/dashboard/hosts/read-host.ts',
  'infra/dashboard/registry/registry.ts',
  'infra/lake/run-dataset.ts',
];

describe('the kinds of sources', () => {
  test('only the registry, hosts, and the check and the run of SQL for Athena import a kind of source that only datasets have', () => {
    expect(sources.filter((path) => IMPORT_OF_KIND.test(read(path))).sort()).toEqual(IMPORTERS);
  });

  test('no code depends on the name of a kind of source outside of its folders and its emulator', () => {
    expect(sources.length).toBeGreaterThan(500);
    const found = sources.flatMap((path) =>
      read(path)
        .split('\n')
        .flatMap((line, index) => (COMPARISON.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
    );
    expect(found).toEqual([]);
  });

  test('schemas/dashboard.json has the keys of the dashboard and of the kinds of sources (if it does not, run npm run catalogue)', () => {
    const schema = JSON.parse(read('schemas/dashboard.json'));
    expect(JSON.stringify(renderSchema(schema))).toBe(JSON.stringify(schema));
  });

  test('schemas/datasets.md has the tables that the kinds of sources describe (if it does not, run npm run catalogue)', () => {
    const page = read('schemas/datasets.md');
    expect(withKindTables(page)).toBe(page);
  });

  test.each(KINDS.map((kind) => [kind.name, kind] as const))(
    'schemas/datasets.md says the errors and the limits of %s',
    (_, { docs }) => {
      const [, after = ''] = read('schemas/datasets.md').split('\n## Errors\n');
      const [errors = '', limits = ''] = after.split('\n## Limits\n');
      expect(docs.errors.filter((code) => !errors.includes(`\`${code}\``))).toEqual([]);
      expect(limits.replaceAll('\n', ' ')).toContain(docs.limits);
    },
  );

  test('each kind of source has a folder for the reader of functions and one for everything else, and no other folder exists', () => {
    const foldersOf = (path: string) =>
      readdirSync(join(projectRoot, path), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort();
    const expected = KINDS.map(({ name }) => name).sort();
    expect([foldersOf('shared/kinds'), foldersOf('infra/dashboard/kinds')]).toEqual([expected, expected]);
  });
});
