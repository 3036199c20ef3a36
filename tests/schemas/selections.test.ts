/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { parse } from 'yaml';
import { type CheckedDashboard, checkDashboard } from '../../infra/dashboard/check-dashboard.ts';
import { projectRoot } from '../../infra/program/project-root.ts';
import { writeFolder } from '../support/folders/write-folder.ts';
import { readPage, serveExamples } from '../support/requests/serve-examples.ts';

const REQUEST = { currentTime: Date.parse('2026-11-20T09:00:00Z'), timePeriod: 60 };

const { page, blocks, files } = readPage('schemas/selections.md');

/** The endpoints of the page, each with the response that the page shows below it. */
const examples = blocks.flatMap(({ language, text }, index) => {
  if (language !== 'yaml') return [];
  const next = blocks[index + 1];
  const response = next?.language === 'json' && !next.file ? next.text : undefined;
  return Object.keys(parse(text)).map((slug) => ({ slug, yaml: text, response }));
});
const answered = examples.flatMap(({ slug, response }) => (response === undefined ? [] : [[slug, response] as const]));

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');
const dashboardFile = `dashboard: wall\ntimezone: UTC\nendpoints:\n${examples.map(({ yaml }) => indent(yaml)).join('')}`;

let checked: CheckedDashboard;
let served: Awaited<ReturnType<typeof serveExamples>>;
beforeAll(async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const folder = await writeFolder({ 'dashboard.yml': dashboardFile, ...files });
  checked = await checkDashboard(folder);
  served = await serveExamples(folder, checked, REQUEST);
});
afterAll(async () => {
  await served.close();
});

describe('schemas/selections.md', () => {
  test('schemas/selections.md has examples that npm run check accepts', () => {
    expect(checked.errors).toEqual([]);
    expect(examples.length).toBeGreaterThan(10);
  });

  test.each(answered)('schemas/selections.md shows the response of %s', async (slug, response) => {
    expect(await served.respond(slug)).toEqual(JSON.parse(response));
  });

  test('schemas/selections.md names every key of a selection', () => {
    const { $defs } = JSON.parse(readFileSync(join(projectRoot, 'schemas/dashboard.json'), 'utf8'));
    const keys = [
      ...Object.keys($defs.csvFile.properties),
      ...Object.keys($defs.condition.then.properties),
      ...Object.keys($defs.columnSource.then.properties),
    ];
    expect(keys.filter((key) => !new RegExp(`\\b${key}\\b`).test(page))).toEqual([]);
  });
});
