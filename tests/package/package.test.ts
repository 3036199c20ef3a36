import { cp, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { COMMANDS } from '../../infra/cli/commands.ts';
import { projectRoot } from '../../infra/program/project-root.ts';
import { type Browser, inPage, type Page } from '../support/browser/browser-types.ts';
import {
  countStatuses,
  tileOf,
  waitForAnswers,
  waitForCopied,
  waitForDrawn,
  waitForStatus,
} from '../support/browser/endpoints.ts';
import { openBrowser, openPage, type WatchedPage } from '../support/browser/open-browser.ts';
import { createWorkbook } from '../support/folders/create-workbook.ts';
import { startApi } from '../support/http/start-api.ts';
import { type Installation, installPackage, OPENED } from '../support/package/install-package.ts';
import { LONG_NAME, OFFICE_FILES, SHEETS } from '../support/package/office-files.ts';
import {
  CHECK_OFFICE,
  consoleAt,
  IMPORT_ALL,
  IMPORT_ONE,
  INIT_OFFICE,
  QUERY_OFFICE,
  START_DEMO,
  START_OFFICE,
  TRIALS,
  verifyAt,
  verifyUrl,
} from '../support/package/trials.ts';
import type { Outcome } from '../support/start-command-process.ts';
import type { StartProcess } from '../support/start-process.ts';

const MAX_TARBALL_BYTES = 15e6;
const MAX_INSTALLED_BYTES = 200e6;
const DESKTOP = { width: 1440, height: 900 };
const TELEPHONE = { width: 390, height: 844 };

let installation: Installation;
let outcomes: readonly Outcome[];
const printed: string[] = [];

const installed = (...path: readonly string[]): string => join(installation.project, 'node_modules/wallfeed', ...path);

const run = async (...args: readonly string[]): Promise<Outcome> => {
  const [outcome] = await installation.runAll([args]);
  printed.push(String(outcome?.out), String(outcome?.error));
  return outcome as Outcome;
};

const sizeOf = async (path: string): Promise<number> => {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && !/node_modules[/\\]node-(?:linux|win)/.test(entry.parentPath),
  );
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
};

beforeAll(async () => {
  installation = await installPackage();
  const { project } = installation;
  for (const [name, content] of Object.entries(OFFICE_FILES)) await writeFile(join(project, name), content);
  await writeFile(join(project, 'report.xlsx'), createWorkbook(SHEETS));
  outcomes = await installation.runAll(TRIALS.map(({ args }) => args));
  printed.push(...outcomes.flatMap(({ out, error }) => [out, error]));
});
afterAll(() => installation?.remove());

describe('the npm package in an empty folder', () => {
  test('the packed file has less than 15 MB, and the installation less than 200 MB beside Node', async () => {
    expect((await stat(installation.tarball)).size).toBeLessThan(MAX_TARBALL_BYTES);
    expect(await sizeOf(join(installation.project, 'node_modules'))).toBeLessThan(MAX_INSTALLED_BYTES);
  });

  test('no module of the clone can be reached from the installed package', async () => {
    const script = `import.meta.resolve('@jest/globals')`;
    const { code, error } = await installation.execute(process.execPath, ['--input-type=module', '-e', script]);
    expect([code, error]).toEqual([1, expect.stringContaining("Cannot find package '@jest/globals'")]);
    expect(installed()).not.toContain(projectRoot);
  });

  test('the help of the installed command lists the commands that need no clone, and no others', async () => {
    const { out } = outcomes[0] as Outcome;
    const listed = Array.from(out.split('Topics')[0]?.matchAll(/^ {2}([a-z][\w:-]*) /gm) ?? [], ([, name]) => name);
    expect(listed).toEqual([...COMMANDS].filter(([, { forSources }]) => !forSources).map(([name]) => name));
    expect(out).not.toMatch(/npm run|-- --/);
  });

  test.each(TRIALS.map(({ args, ...trial }, index) => [args.join(' '), trial, index] as const))(
    'wallfeed %s of the installed package gives the expected output and exit code',
    (_, { code, says }, index) => {
      const outcome = outcomes[index] as Outcome;
      expect({ code: outcome.code, printed: code === 0 ? outcome.out : outcome.error }).toEqual({
        code,
        printed: expect.stringMatching(says),
      });
    },
  );
});

describe('the files of an office', () => {
  test('wallfeed init --from makes an endpoint for each of twelve files of an office, with keys that differ', async () => {
    const { code, out, error } = await run(...INIT_OFFICE);
    expect([code, error]).toEqual([0, '']);
    const keys = Array.from(out.matchAll(/^ {2}([a-z][a-z0-9-]+): .+ from data\//gm), ([, key]) => key);
    expect([keys.length, new Set(keys).size]).toEqual([12, 12]);
    expect(keys).toEqual(expect.arrayContaining(['orders', 'umsatz', 'hosts', 'shares']));
  });

  test('wallfeed import proposes endpoints for three sheets, and check finds no error when all are added to dashboard.yml', async () => {
    const { code, out, error } = await run(...IMPORT_ALL);
    expect([code, error]).toEqual([0, '']);
    const proposed = out.split('\n').filter((line) => /^ {4}/.test(line));
    expect(proposed.filter((line) => /^ {4}[a-z]/.test(line)).length).toBe(3);
    const file = join(installation.project, 'office/dashboard.yml');
    const pasted = proposed.map((line) => `${line.slice(2)}\n`).join('');
    await writeFile(file, (await readFile(file, 'utf8')) + pasted);
    expect(await run(...CHECK_OFFICE)).toMatchObject({ code: 0, error: '' });
    expect((await run(...IMPORT_ONE)).out).toContain('Wrote data/report.csv from the sheet Orders: 24 rows');
  });
});

describe('a dataset over a file', () => {
  test('wallfeed query of the installed package reads the rows of a dataset over a CSV file', async () => {
    const file = join(installation.project, 'office/dashboard.yml');
    const text = await readFile(file, 'utf8');
    await writeFile(file, `${text}\ndatasets:\n  rings: { csv: shares.csv }\n`);
    const { code, out, error } = await run(...QUERY_OFFICE);
    await writeFile(file, text);
    expect([code, error]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({
      rows: [
        ['Search', '38.5'],
        ['Direct', '24.2'],
        ['Mail', '17.8'],
      ].map(expect.arrayContaining),
      rowCount: 3,
    });
  });
});

describe('a damaged installation', () => {
  test.each([
    ['dist/package/schemas/pie/3d-pie-chart/shape.js', 'schemas/pie/3d-pie-chart/shape.js'],
    ['dist/package/infra/cli/check.js', 'infra/cli/check.js'],
    ['../commander', 'the package commander'],
  ])('wallfeed reports that %s is missing, and says to install it again', async (path, name) => {
    const file = installed(path);
    await rename(file, `${file}.away`);
    const outcome = await installation.run('.', 'check', '--dashboard', 'my wall');
    await rename(`${file}.away`, file);
    expect(outcome).toEqual({
      code: 1,
      out: '',
      error: `the installation is incomplete: ${name} is missing; install wallfeed again\n`,
    });
  });
});

describe('the console of the installed package', () => {
  let browser: Browser;
  let office: StartProcess;
  let url: string;
  let opened: WatchedPage | undefined;
  let openedAt = '';
  const clicked = new Set<string>();

  beforeAll(async () => {
    office = installation.serve(...START_OFFICE);
    browser = await openBrowser();
    [, url = ''] = await office.printed(/^Console {2}(\S+)$/m);
    await office.printed(/^curl /m);
  });
  afterAll(async () => {
    await close();
    await browser?.close();
    printed.push(office?.output() ?? '');
    expect(await office?.stop()).toBe(0);
  });

  /** Returns the page that an earlier test has opened with the same address and width, or else opens the page. */
  const open = async (path = '', viewport = DESKTOP): Promise<Page> => {
    const place = `${path} ${viewport.width}`;
    if (opened && place === openedAt) return opened.page;
    await close();
    opened = await openPage(browser, url + path, { viewport });
    openedAt = place;
    return opened.page;
  };
  const close = async (): Promise<void> => {
    await opened?.close();
    opened = undefined;
  };
  const click = async (within: Pick<Page, 'getByRole'>, name: string): Promise<void> => {
    await within.getByRole('button', { name, exact: true }).first().click();
    clicked.add(name);
  };
  const widthOf = (page: Page): Promise<number> =>
    page.evaluate(inPage<number>('document.documentElement.scrollWidth'));

  test('wallfeed start --open draws every endpoint of the office, and opens the page', async () => {
    const page = await open();
    await waitForDrawn(page);
    const statuses = await countStatuses(page);
    expect(statuses.failed ?? 0).toBe(0);
    expect(await readFile(join(installation.project, '..', OPENED), 'utf8')).toBe(`${url}\n`);
    await click(page, 'Refresh now');
    const tile = tileOf(page, 'shares');
    await click(tile, 'Copy URL');
    await click(tile, 'Copy curl');
    await click(tile, 'Details');
    await click(page.getByRole('dialog'), 'Close');
    await page.getByRole('checkbox').first().click();
    await page.getByRole('combobox', { name: 'Time window' }).selectOption('1440');
    for (let time = 0; time < 2; time += 1) await page.getByRole('button', { name: /drawn/ }).first().click();
    for (const filter of ['shares', '']) await page.getByRole('searchbox').fill(filter);
    expect(opened?.faults).toEqual([]);
  });

  test('a dropped file becomes an endpoint, and check finds no error in the new dashboard.yml', async () => {
    const page = await open();
    await waitForAnswers(page);
    const shares = Buffer.from(String(OFFICE_FILES['shares.csv']).replace('38.5', '39.5'));
    await page.locator('input[type="file"]').setInputFiles({ name: '份额.csv', mimeType: 'text/csv', buffer: shares });
    const fit = page.locator('[data-fit="3D Pie Chart"]');
    await fit.waitFor();
    await click(fit, 'Copy YAML');
    await waitForCopied(page, /^ {2}table-7: \{ component: 3D Pie Chart, csv: 份额\.csv \}\n$/);
    await click(fit, 'Add to dashboard.yml');
    await click(fit, 'Cancel');
    await click(fit, 'Add to dashboard.yml');
    await click(fit, 'Add now');
    await waitForStatus(page, 'table-7', 'drawn');
    await click(fit, 'Add to dashboard.yml');
    expect(await fit.locator('.diff').innerText()).toMatch(/^\+ {2}table-7-2: /m);
    await click(page.locator('.fits > header'), 'Close');
    expect(await run(...CHECK_OFFICE)).toMatchObject({ code: 0, error: '' });
    expect(opened?.faults).toEqual([]);
  });

  test('a dropped map is kept in the folder, or used until the user returns to the built-in one', async () => {
    const page = await open();
    await waitForAnswers(page);
    const drop = (content: object) =>
      page.locator('input[type="file"]').setInputFiles({
        name: 'own.geojson',
        mimeType: 'application/geo+json',
        buffer: Buffer.from(JSON.stringify(content)),
      });
    const coordinates = [
      [
        [110, 30],
        [114, 30],
        [114, 34],
        [110, 30],
      ],
    ];
    const feature = { type: 'Feature', properties: { name: 'A' }, geometry: { type: 'Polygon', coordinates } };
    await drop({ type: 'FeatureCollection', features: [] });
    await click(page, 'Close');
    await drop({ type: 'FeatureCollection', features: [feature] });
    await click(page, 'Use the built-in map again');
    await drop({ type: 'FeatureCollection', features: [feature] });
    await click(page, 'Keep in maps/china.json');
    await page.locator('text=drawn on the map maps/china.json').waitFor();
    await drop({ type: 'FeatureCollection', features: [feature, feature] });
    await click(page, 'Keep in maps/china.json');
    await click(page, 'Cancel');
    await click(page, 'Keep in maps/china.json');
    await click(page, 'Replace it');
    await page.locator('text=drawn on the map maps/china.json, which has 2 regions').waitFor();
    expect(opened?.faults).toEqual([]);
  });

  test.each(['wall', 'gallery', ''])(
    'the page /%s is drawn, and never scrolls sideways on a telephone',
    async (path) => {
      const page = await open(path, TELEPHONE);
      await page
        .locator(path === 'gallery' ? '[data-component="3D Pie Chart"] svg' : '[data-status="drawn"]')
        .first()
        .waitFor();
      if (path !== 'gallery') await waitForAnswers(page);
      expect(await widthOf(page)).toBeLessThanOrEqual(TELEPHONE.width);
      expect(opened?.faults).toEqual([]);
    },
  );

  test('a dropped file with a long name does not make the page scroll sideways on a telephone', async () => {
    const page = await open('', TELEPHONE);
    await waitForAnswers(page);
    const input = page.locator('input[type="file"]');
    const broken = 'name,value,score,pv\nSearch,38x,,\n';
    for (const text of [String(OFFICE_FILES['shares.csv']), broken]) {
      await input.setInputFiles({ name: `x-${LONG_NAME}`, mimeType: 'text/csv', buffer: Buffer.from(text) });
      await page
        .locator(text === broken ? '[data-fit-miss]' : '[data-fit]')
        .first()
        .waitFor();
      expect(await widthOf(page)).toBeLessThanOrEqual(TELEPHONE.width);
    }
    await click(tileOf(page, 'shares'), 'Details');
    expect(await widthOf(page)).toBeLessThanOrEqual(TELEPHONE.width);
  });

  test('the console asks an address of a host that dashboard.yml names, and adds a dataset for it', async () => {
    const api = await startApi(() => ({ json: { items: [{ state: 'open' }] } }));
    const file = join(installation.project, 'office/dashboard.yml');
    const text = await readFile(file, 'utf8');
    await writeFile(file, `${text}\nhosts: { tickets: { url: '${api.url}', plain: true } }\n`);
    const page = await open();
    await page.locator('input[type="url"]').fill(`${api.url}/list`);
    await click(page, 'Ask');
    await page.locator('.answer').waitFor();
    await click(page, 'Add now');
    await page.locator('.fits').waitFor({ state: 'detached' });
    expect(await readFile(file, 'utf8')).toContain(
      'host: tickets, path: /list, rows: items, columns: { state: state }',
    );
    await writeFile(file, text);
    await api.close();
  });

  test('the bar of the wall turns its pages, fills the screen, prints, and saves a picture', async () => {
    const page = await open('wall');
    await page.locator('[data-status="drawn"]').first().waitFor();
    /** Clicks a button of the bar, which hides after a few seconds without a movement. */
    const clickInBar = async (name: string): Promise<void> => {
      await page.locator('body').press('Tab');
      await click(page, name);
    };
    for (const name of ['Print', 'Next page', 'Previous page', 'Full screen', 'Print']) await clickInBar(name);
    const download = page.waitForEvent('download');
    await clickInBar('Save picture');
    expect((await download).suggestedFilename()).toMatch(/\.png$/);
    expect(opened?.faults).toEqual([]);
  });

  test('wallfeed verify asks the endpoints that wallfeed start serves', async () => {
    const [, base = ''] = (await office.printed(/^curl .*'(http:\/\/127\.0\.0\.1:\d+)\//m)) ?? [];
    const { code, out } = await run(...verifyAt(base));
    expect([code, JSON.parse(out).failed ?? 0]).toEqual([0, 0]);
  });

  /** Copies the demo with an endpoint of each family and of each kind of source. Another test draws all of its endpoints. */
  const copyPart = async (output: string): Promise<number> => {
    const served = Array.from(output.matchAll(/ http:\/\/127\.0\.0\.1:\d+\/([\w-]+)\/([\w-]+) +(\w+)/g));
    const known = new Map(
      served.flatMap(([, family, slug, kind]) => [family, kind].map((one) => [one, slug] as const)),
    );
    const kept = new Set(known.values());
    const folder = join(installation.project, 'part of the demo');
    await cp(join(installation.cache, 'wallfeed/demo'), folder, { recursive: true });
    const file = join(folder, 'dashboard.yml');
    const demo = parse(await readFile(file, 'utf8')) as { readonly endpoints: Readonly<Record<string, unknown>> };
    const endpoints = Object.fromEntries(Array.from(kept, (slug) => [slug, demo.endpoints[String(slug)]]));
    await writeFile(file, JSON.stringify({ ...demo, endpoints }));
    expect([served.length > 80, kept.size > 15]).toEqual([true, true]);
    return kept.size;
  };

  test('wallfeed start --demo serves all endpoints without a fault, and wallfeed console draws one of each family and kind of source with the token', async () => {
    const demo = installation.serve(...START_DEMO);
    const [, pie = '', base = ''] = await demo.printed(/^curl .*'((http:\/\/127\.0\.0\.1:\d+)\/\S+)'/m);
    expect(demo.output()).not.toMatch(/faulty|Not served|TOKEN_UNAVAILABLE/);
    // The first request starts the function, which on a busy machine takes longer than `verify` waits.
    await fetch(pie, { method: 'POST' });
    expect(await run(...verifyUrl(pie))).toMatchObject({ code: 0, error: '' });
    const drawn = await copyPart(demo.output());
    const deployed = installation.serve(...consoleAt(base));
    const [, address = ''] = await deployed.printed(/^Console {2}(\S+)$/m);
    await close();
    opened = await openPage(browser, address);
    openedAt = address;
    const { page } = opened;
    await waitForAnswers(page);
    await page.locator('input[type="password"]').fill('wallfeed-demo');
    await click(page, 'Use token');
    await page.locator('[data-status="failed"]').first().waitFor({ state: 'detached' });
    expect(await countStatuses(page)).toEqual({ drawn });
    printed.push(demo.output(), deployed.output());
    expect([await deployed.stop(), await demo.stop()]).toEqual([0, 0]);
  });

  test('the tests click every button of the console', async () => {
    const folder = join(projectRoot, 'infra/console/page/views');
    const texts = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')));
    const { english } = (await import('../../infra/console/page/words/en.ts')) as {
      readonly english: Readonly<Record<string, unknown>>;
    };
    const labels = texts.flatMap((text) => Array.from(text.matchAll(/<button[\s\S]*?>\$\{words\.(\w+)\}<\/button>/g)));
    expect(labels.length).toBeGreaterThan(10);
    expect(labels.map(([, word]) => String(english[String(word)])).filter((label) => !clicked.has(label))).toEqual([]);
  });
});

test('no output of the installed package holds a system error, a stack trace or a path of its own folder', () => {
  const text = printed.join('\n');
  expect(text.length).toBeGreaterThan(10_000);
  expect(text.match(/.*(?:\bE[A-Z]{4,}: |^ {4}at .+:\d+:\d+).*/gm)).toBeNull();
  expect(text.split('\n').filter((line) => line.includes(installed()))).toEqual([]);
});
