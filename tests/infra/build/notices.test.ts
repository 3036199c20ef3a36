import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { buildFunctions } from '../../../infra/build/bundling/build-functions.ts';
import { licenceText } from '../../../infra/build/notices.ts';
import { type BundledPackage, createSbom, readPackageLists } from '../../../infra/program/package-list.ts';
import { projectRoot } from '../../../infra/program/project-root.ts';

let packages: readonly BundledPackage[];
let notices: string;
let ofParquet: string;

beforeAll(async () => {
  const { folder } = await buildFunctions({ families: ['pie'] });
  const all = (await readPackageLists(folder, ['pie'])).get('pie') ?? [];
  packages = all.filter(({ kind }) => kind === undefined);
  expect(all.filter(({ kind }) => kind !== undefined)).toMatchObject([{ name: 'hyparquet', kind: 'parquet' }]);
  ofParquet = await readFile(join(folder, 'pie', 'kind-parquet.txt'), 'utf8');
  notices = await readFile(join(folder, 'pie', 'THIRD-PARTY-NOTICES'), 'utf8');
});

describe('the notices of a function', () => {
  test('the notices of a function name all packages of its bundle and no others', () => {
    const named = Array.from(notices.matchAll(/^(\S+) (\d\S*) \(([^)]+)\)$/gm), ([, ...parts]) => parts.join(' '));
    expect(named.sort()).toEqual(packages.map(({ name, version, licence }) => `${name} ${version} ${licence}`).sort());
    const names = packages.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['@middy/core', '@aws-sdk/client-s3', '@smithy/signature-v4']));
    expect(names).not.toContain('ajv');
  });

  test('the notices of a package that only one kind of source needs are beside its reader', () => {
    expect(ofParquet).toMatch(/^hyparquet [\d.]+ \(MIT\)$/m);
    expect(notices).not.toContain('hyparquet');
  });

  test('the notices of a function contain each licence text exactly once', async () => {
    for (const packagePath of packages) expect(notices).toContain(await licenceText(packagePath));
    expect(notices.split('TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION').length - 1).toBeLessThan(6);
  });

  test('the notices of a function credit the authors of a package that ships no licence file', () => {
    expect(notices).toMatch(
      /@middy\/core [\d.]+ \(MIT\)\n-+\n\nCopyright \(c\) 2017-\d+ will Farrell, Luciano Mammino/,
    );
  });

  test('the notices of a function cannot be built for a package without a known licence text', async () => {
    const unknown = { name: 'x', version: '1.0.0', licence: 'Custom', folder: 'node_modules/@middy/core' };
    await expect(licenceText(unknown)).rejects.toThrow('x ships no licence text (Custom)');
  });
});

describe('the bill of materials', () => {
  test('the bill of materials lists packages with hashes, licences and functions, and is identical on each run', async () => {
    const { packages: locked } = JSON.parse(await readFile(join(projectRoot, 'package-lock.json'), 'utf8'));
    const lists = new Map([
      ['pie', packages],
      ['bar', packages.slice(0, 1)],
    ]);
    const sbom = createSbom('wall', '1.0.0', lists, locked);
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    expect(sbom.components).toHaveLength(packages.length);
    const middy = sbom.components.find(({ name, group }) => `${group}/${name}` === '@middy/core');
    expect(middy).toMatchObject({
      type: 'library',
      purl: expect.stringMatching(/^pkg:npm\/%40middy\/core@\d/),
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    });
    expect(sbom.components[0]?.properties.map(({ value }) => value)).toEqual(['bar', 'pie']);
    expect(JSON.stringify(createSbom('wall', '1.0.0', lists, locked))).toBe(JSON.stringify(sbom));
  });
});
