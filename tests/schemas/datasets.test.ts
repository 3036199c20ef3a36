/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { type CheckedDashboard, checkDashboard } from '../../infra/dashboard/check-dashboard.ts';
import { ROW_KEYS } from '../../infra/dashboard/endpoints/check-endpoint-keys.ts';
import { projectRoot } from '../../infra/program/project-root.ts';
import { writeFolder } from '../support/folders/write-folder.ts';
import { readPage, serveExamples } from '../support/requests/serve-examples.ts';

const REQUEST = { currentTime: Date.parse('2026-11-20T09:05:00Z'), timePeriod: 60 };

const { page, blocks, files } = readPage('schemas/datasets.md');

type Fields = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const parts = blocks.flatMap(({ language, text }) => (language === 'yaml' ? [parse(text) as Fields] : []));

const merged = (key: string) => Object.assign({}, ...parts.map(({ [key]: fields }) => fields));

/** Each endpoint of the page with the response that the page shows below it. */
const answered = blocks.flatMap(({ language, text }, index) => {
  const next = blocks[index + 1];
  if (language !== 'yaml' || next?.language !== 'json') return [];
  return Object.keys((parse(text) as Fields).endpoints ?? {}).map((slug) => [slug, next.text] as const);
});

let checked: CheckedDashboard;
let served: Awaited<ReturnType<typeof serveExamples>>;
beforeAll(async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const keys = { athena: merged('athena'), datasets: merged('datasets'), endpoints: merged('endpoints') };
  const file = stringify({ dashboard: 'wall', timezone: 'UTC', ...keys });
  const folder = await writeFolder({ 'dashboard.yml': file, ...files });
  checked = await checkDashboard(folder);
  served = await serveExamples(folder, checked, REQUEST);
});
afterAll(async () => {
  await served.close();
});

describe('schemas/datasets.md', () => {
  test('schemas/datasets.md has examples that check accepts', () => {
    const ofDefinition = checked.warnings.filter(({ file }) => file.endsWith('dashboard.yml'));
    const found = ofDefinition.filter(({ message }) => !/^no endpoint uses|promised/.test(message));
    expect([...checked.errors, ...found]).toEqual([]);
    expect(Object.keys(checked.dashboard.datasets).length).toBeGreaterThan(4);
  });

  test.each(answered)('schemas/datasets.md shows the response of %s', async (slug, response) => {
    expect(await served.respond(slug)).toEqual(JSON.parse(response));
  });

  test('schemas/datasets.md names every key of a dataset, and every key of an endpoint over a dataset', () => {
    const { $defs, properties } = JSON.parse(readFileSync(join(projectRoot, 'schemas/dashboard.json'), 'utf8'));
    const keys = [
      ...Object.keys($defs.dataset.properties),
      ...Object.keys($defs.dataset.properties.window.properties),
      ...Object.keys(properties.athena.properties),
      ...ROW_KEYS,
    ];
    expect(keys.filter((key) => !new RegExp(`\\b${key}\\b`).test(page))).toEqual([]);
  });
});
