import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { prepareDemo } from '../../../infra/dashboards/demo/exports/refresh-demo.ts';
import { DEPLOYABLE } from '../../support/folders/deployable.ts';
import { endpointsFile, writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand } from '../../support/run-command.ts';

const packageInto = (folder: string, from: string, ...args: readonly string[]) =>
  runCommand('package', ['--dashboard', folder, '--out', 'out', ...args], { from });

const FILES = [
  'manifest.json',
  expect.stringMatching(/^pie-[0-9a-f]{16}\.zip$/),
  'sbom.cdx.json',
  'stack-policy.json',
  expect.stringMatching(/^template-[0-9a-f]{32}\.json$/),
  'template.json',
];

const zipIn = async (folder: string): Promise<string> =>
  (await readdir(join(folder, 'out'))).find((name) => name.endsWith('.zip') && name !== 'gone.zip') ?? '';

describe('npm run package', () => {
  test('npm run package writes the template and the zips into a folder, lists them, and may be run again', async () => {
    const folder = await writeFolder(DEPLOYABLE);
    const first = await packageInto(folder, folder, '--stage', 'dev');
    expect([first.code, first.error]).toEqual([0, '']);
    expect(first.out).toMatch(/\nStack wallfeed-ops-room-dev in us-east-1: 1 function, 2 routes, \d+ resources\n/);
    expect(first.out).toMatch(/\npie +[\d.]+ KB {2}POST \/pie\/\{endpoint\}, POST \/own\n\nIn out\n$/);
    expect(await readdir(join(folder, 'out'))).toEqual(expect.arrayContaining(FILES));
    expect(await readdir(join(folder, 'out'))).toHaveLength(FILES.length);
    const { Resources } = JSON.parse(await readFile(join(folder, 'out/template.json'), 'utf8'));
    expect(Resources.PieLambdaFunction.Type).toBe('AWS::Lambda::Function');

    const zip = await readFile(join(folder, 'out', await zipIn(folder)));
    const sbom = await readFile(join(folder, 'out/sbom.cdx.json'), 'utf8');
    expect(JSON.parse(sbom)).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    await writeFile(join(folder, 'out/gone.zip'), '');
    expect((await packageInto(folder, folder, '--stage', 'dev')).code).toBe(0);
    expect(await readdir(join(folder, 'out'))).toEqual(expect.arrayContaining(FILES));
    expect(await readdir(join(folder, 'out'))).toHaveLength(FILES.length);
    expect(zip.equals(await readFile(join(folder, 'out', await zipIn(folder))))).toBe(true);
    expect(await readFile(join(folder, 'out/sbom.cdx.json'), 'utf8')).toBe(sbom);
  });

  test('npm run package prints JSON alone to the standard output', async () => {
    const folder = await writeFolder(DEPLOYABLE);
    const { code, out, error } = await packageInto(folder, folder, '--stage', 'dev', '--format', 'json');
    expect(code).toBe(0);
    expect(error).toContain('Packaging ...');
    expect(JSON.parse(out)).toEqual({
      folder: 'out',
      stack: { name: 'wallfeed-ops-room-dev', region: 'us-east-1' },
      functions: [
        {
          family: 'pie',
          zip: await zipIn(folder),
          bytes: (await readFile(join(folder, 'out', await zipIn(folder)))).length,
          routes: ['POST /pie/{endpoint}', 'POST /own'],
        },
      ],
      routes: 2,
      resources: expect.any(Number),
    });
  });

  test('npm run package refuses an output folder with other content', async () => {
    const folder = await writeFolder({ ...DEPLOYABLE, 'out/notes.zip': 'x' });
    const { code, out, error } = await packageInto(folder, folder, '--stage', 'dev');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toBe('--out: out contains notes.zip, which is not part of a package; choose a new folder\n');
  });

  test('npm run package refuses an invalid dashboard', async () => {
    const folder = await writeFolder({ ...DEPLOYABLE, 'data/rings.json': '{' });
    const { code, out, error } = await packageInto(folder, folder, '--stage', 'dev');
    expect([code, error]).toEqual([1, '']);
    expect(out).toMatch(/^1 error in 1 endpoint\n\ndata\/rings\.json:1:2 {2}rings \(Colorful Progress Bar\): /);
    expect(await readdir(folder)).not.toContain('out');
  });

  test('npm run package refuses env: tokens with their place, except for the stage local', async () => {
    const file = endpointsFile('  pie: { component: 3D Pie Chart, csv: pie.csv, token: [ssm:/a/b, env:SECRET] }');
    const folder = await writeFolder({ ...DEPLOYABLE, 'dashboard.yml': file });
    const { code, out } = await packageInto(folder, folder, '--stage', 'prod');
    expect(code).toBe(1);
    const place = 'dashboard.yml:3:67  pie (3D Pie Chart)';
    expect(out.replaceAll('\n    ', ' ')).toContain(
      `${place}: env:SECRET would put the secret into the template (keep it in the Parameter Store`,
    );
    expect((await packageInto(folder, folder, '--stage', 'local')).code).toBe(0);
  });

  test('npm run package refuses a name that Lambda does not allow', async () => {
    const stage = 'a'.repeat(60);
    const { code, error } = await packageInto(await writeFolder(DEPLOYABLE), '/', '--stage', stage);
    expect(code).toBe(1);
    expect(error).toMatch(/^the function ops-room-a+-pie has a name of 73 letters, and Lambda allows 64/);
  });

  test.each([
    [[], '--stage is missing: add it, such as --stage dev'],
    [['--stage', 'Dev'], '--stage must be lower-case letters and digits with a letter first, such as dev; found Dev'],
    [
      ['--stage', 'eu-prod'],
      '--stage must be lower-case letters and digits with a letter first, such as dev; found eu-prod',
    ],
    [['--stage', 'mixed'], '--stage must not be mixed, because names of families begin with that word; found mixed'],
    [['--stge', 'dev'], "unknown option '--stge' (Did you mean --stage?)"],
    [
      ['--stage', 'dev', '--out', '/dev/null'],
      '--out: /dev/null cannot be used as the output folder, because it is not a folder',
    ],
  ])('npm run package refuses %j', async (args, line) => {
    const { code, out, error } = await runCommand('package', args, { from: await prepareDemo() });
    expect([code === 0, out]).toEqual([false, '']);
    expect(error).toContain(line);
    expect(error.trim().split('\n')).toHaveLength(1);
  });
});
