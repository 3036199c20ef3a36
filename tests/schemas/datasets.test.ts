import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { parse, stringify } from 'yaml';
import { loadCatalogue } from '../../infra/build/load-catalogue.ts';
import { projectRoot } from '../../infra/build/project-root.ts';
import { loadValidators } from '../../infra/build/validators.ts';
import { type CheckedDashboard, checkDashboard } from '../../infra/dashboard/check-dashboard.ts';
import { DATASET_TABLE_KEYS } from '../../infra/dashboard/check-tables.ts';
import { type ObjectStore, startObjectStore } from '../../infra/local/emulators/s3.ts';
import type { DashboardConfig } from '../../shared/config/dashboard-config.ts';
import { writeFolder } from '../infra/dashboard/write-folder.ts';
import { createEvent } from '../shared/middleware/create-event.ts';

/** The request that the page names. */
const REQUEST = { currentTime: Date.parse('2026-11-20T09:05:00Z'), timePeriod: 60 };

const page = readFileSync(join(projectRoot, 'schemas/datasets.md'), 'utf8');

/** A code block of the page: its language, the file that it is, and its text. */
const blocks = Array.from(page.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```/gms), ([, language, file, text = '']) => ({
  language,
  file,
  text,
}));

const files = Object.fromEntries(blocks.flatMap(({ file, text }) => (file ? [[`data/${file}`, text] as const] : [])));

type Fields = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The parts of dashboard.yml on the page. */
const parts = blocks.flatMap(({ language, text }) => (language === 'yaml' ? [parse(text) as Fields] : []));

const merged = (key: string) => Object.assign({}, ...parts.map(({ [key]: fields }) => fields));

/** Each endpoint of the page with the response that stands below it. */
const answered = blocks.flatMap(({ language, text }, index) => {
  const next = blocks[index + 1];
  if (language !== 'yaml' || next?.language !== 'json') return [];
  return Object.keys((parse(text) as Fields).endpoints ?? {}).map((slug) => [slug, next.text] as const);
});

let store: ObjectStore;
let checked: CheckedDashboard;
let respond: (slug: string) => Promise<unknown>;
beforeAll(async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const keys = { athena: merged('athena'), datasets: merged('datasets'), endpoints: merged('endpoints') };
  const file = stringify({ dashboard: 'wall', timezone: 'UTC', ...keys });
  const folder = await writeFolder({ 'dashboard.yml': file, ...files });
  checked = await checkDashboard(folder);
  store = await startObjectStore({ bucket: 'wall', dashboard: 'wall', data: join(folder, 'data') });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: store.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    WALLFEED_BUCKET: 'wall',
  });
  const { createHandler } = await import('../../shared/handler/create-handler.ts');
  const shapes = (await loadCatalogue()).map(({ shape }) => shape);
  const validators = Object.assign({}, ...Object.values(await loadValidators()));
  const { endpoints, datasets } = checked.dashboard;
  const config: DashboardConfig = {
    dashboard: 'wall',
    family: 'all',
    version: 'one',
    timezone: 'UTC',
    datasets: Object.fromEntries(Object.entries(datasets).map(([name, { config: one }]) => [name, one])),
    endpoints: Object.fromEntries(endpoints.map(({ slug, config: one }) => [slug, one])),
  };
  const handler = createHandler({ shapes, validators, config });
  respond = async (slug) => {
    const query = `currentTime=${REQUEST.currentTime}&timePeriod=${REQUEST.timePeriod}`;
    const context = { awsRequestId: 'request-1', functionName: 'wall' } as Context;
    const response = await handler(createEvent({ endpoint: slug, query }), context);
    return JSON.parse(response.body ?? '');
  };
});
afterAll(async () => {
  await store.close();
});

describe('schemas/datasets.md', () => {
  test('has examples that check accepts', () => {
    const ofDefinition = checked.warnings.filter(({ file }) => file.endsWith('dashboard.yml'));
    const found = ofDefinition.filter(({ message }) => !message.startsWith('no endpoint uses'));
    expect([...checked.errors, ...found]).toEqual([]);
    expect(Object.keys(checked.dashboard.datasets).length).toBeGreaterThan(4);
  });

  test.each(answered)('shows the response of %s', async (slug, response) => {
    expect(await respond(slug)).toEqual(JSON.parse(response));
  });

  test('names every key of a dataset, and of an endpoint over one', () => {
    const { $defs, properties } = JSON.parse(readFileSync(join(projectRoot, 'schemas/dashboard.json'), 'utf8'));
    const keys = [
      ...Object.keys($defs.dataset.properties),
      ...Object.keys($defs.dataset.properties.window.properties),
      ...Object.keys(properties.athena.properties),
      ...DATASET_TABLE_KEYS,
    ];
    expect(keys.filter((key) => !new RegExp(`\\b${key}\\b`).test(page))).toEqual([]);
  });
});
