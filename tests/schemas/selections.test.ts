import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { parse } from 'yaml';
import { loadCatalogue } from '../../infra/build/load-catalogue.ts';
import { projectRoot } from '../../infra/build/project-root.ts';
import { loadValidators } from '../../infra/build/validators.ts';
import { type CheckedDashboard, checkDashboard } from '../../infra/dashboard/check-dashboard.ts';
import { type ObjectStore, startObjectStore } from '../../infra/local/emulators/s3.ts';
import { writeFolder } from '../infra/dashboard/write-folder.ts';
import { createEvent } from '../shared/middleware/create-event.ts';

/** The request that the page names. */
const REQUEST = { currentTime: Date.parse('2026-11-20T09:00:00Z'), timePeriod: 60 };

const page = readFileSync(join(projectRoot, 'schemas/selections.md'), 'utf8');

/** The code blocks of the page: each has its language, its file name and its text. */
const blocks = Array.from(page.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```/gms), ([, language, file, text = '']) => ({
  language,
  file,
  text,
}));

const files = Object.fromEntries(blocks.flatMap(({ file, text }) => (file ? [[`data/${file}`, text] as const] : [])));

/** The endpoints of the page, each with the response that stands below it. */
const examples = blocks.flatMap(({ language, text }, index) => {
  if (language !== 'yaml') return [];
  const next = blocks[index + 1];
  const response = next?.language === 'json' && !next.file ? next.text : undefined;
  return Object.keys(parse(text)).map((slug) => ({ slug, yaml: text, response }));
});
const answered = examples.flatMap(({ slug, response }) => (response === undefined ? [] : [[slug, response] as const]));

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');
const dashboardFile = `dashboard: wall\ntimezone: UTC\nendpoints:\n${examples.map(({ yaml }) => indent(yaml)).join('')}`;

let folder: string;
let store: ObjectStore;
let checked: CheckedDashboard;
let respond: (slug: string) => Promise<unknown>;
beforeAll(async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  folder = await writeFolder({ 'dashboard.yml': dashboardFile, ...files });
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
  const endpoints = Object.fromEntries(checked.dashboard.endpoints.map(({ slug, config }) => [slug, config]));
  const config = { dashboard: 'wall', family: 'all', version: 'one', timezone: 'UTC', endpoints };
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

describe('schemas/selections.md', () => {
  test('has examples that npm run check accepts', () => {
    expect(checked.errors).toEqual([]);
    expect(examples.length).toBeGreaterThan(10);
  });

  test.each(answered)('shows the response of %s', async (slug, response) => {
    expect(await respond(slug)).toEqual(JSON.parse(response));
  });

  test('names every key of a selection', () => {
    const { $defs } = JSON.parse(readFileSync(join(projectRoot, 'schemas/dashboard.json'), 'utf8'));
    const keys = [
      ...Object.keys($defs.csvFile.properties),
      ...Object.keys($defs.condition.then.properties),
      ...Object.keys($defs.columnSource.then.properties),
    ];
    expect(keys.filter((key) => !new RegExp(`\\b${key}\\b`).test(page))).toEqual([]);
  });
});
