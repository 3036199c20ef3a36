/** @jest-environment node */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { prepareLake } from '../../infra/dashboards/lake/generate/refresh-lake.ts';
import { linkFolder } from '../../infra/program/write-files.ts';
import { createFolder } from '../support/folders/folder.ts';
import { askUntilRead } from '../support/requests/ask-json.ts';
import { type ServedDashboard, serveDashboard } from '../support/requests/serve-dashboard.ts';

const WEEK_MS = 7 * 86_400_000;

/** The lake as it is now. While this test runs, others may write the files of today again. */
const { path: folder, remove } = await createFolder();
await linkFolder(await prepareLake(), folder);
const lines: string[] = [];
let lake: ServedDashboard;
beforeAll(async () => {
  lake = await serveDashboard(folder, { log: (source, line) => lines.push(`${source}: ${line}`) });
  expect(lake.warnings).toEqual([]);
});
afterAll(async () => {
  await lake?.close();
  await remove();
});

const ask = async (slug: string): Promise<unknown> => {
  const endpoint = lake.dashboard.endpoints.find((listed) => listed.slug === slug);
  return (await askUntilRead(`${lake.url}${endpoint?.path}`)).json();
};

interface Named {
  readonly name: string;
  readonly value: number;
}

interface Visit {
  readonly at: string;
  readonly step: string;
}

/** Reads the visits of the lake without the emulator. No cell is quoted. */
const readVisits = async (): Promise<readonly Visit[]> => {
  const visits = join(folder, 'data/lake/visits');
  const days = await readdir(visits);
  const texts = await Promise.all(days.map((day) => readFile(join(visits, day, 'part-0.csv'), 'utf8')));
  const rows = texts.flatMap((text) => text.trimEnd().split('\n').slice(1));
  return rows.map((row) => {
    const [, at = '', , step = ''] = row.split(',');
    return { at, step };
  });
};

const countSteps = (visits: readonly Visit[], to: number): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { at, step } of visits) {
    const time = Date.parse(`${at.replace(' ', 'T')}Z`);
    if (time >= to - WEEK_MS && time <= to) counts[step] = (counts[step] ?? 0) + 1;
  }
  return counts;
};

describe('the dashboard over a data lake', () => {
  test('ten endpoints respond from two Athena queries, and the second time from their caches', async () => {
    const { url, stack, dashboard } = lake;
    expect(dashboard.endpoints).toHaveLength(10);
    for (let round = 0; round < 2; round += 1) {
      for (const { path } of dashboard.endpoints) {
        const response = await askUntilRead(url + path);
        expect([path, response.status]).toEqual([path, 200]);
        await response.json();
      }
    }
    const executions = stack.emulators.athena?.executions ?? [];
    const states = executions.map(({ state, workgroup }) => `${state} in ${workgroup}`);
    expect(new Set(states)).toEqual(new Set(['SUCCEEDED in wallfeed-local']));
    const windows = executions.map(({ request }) => `${request.QueryString} ${request.ExecutionParameters}`);
    expect(new Set(windows).size).toBe(windows.length);
    expect(new Set(executions.map(({ request }) => request.QueryString)).size).toBe(2);
    for (const { scannedBytes } of executions) expect(scannedBytes).toBeGreaterThan(100_000);
    expect(lines.filter((line) => line.startsWith('athena'))).toEqual([]);
  });

  test('an endpoint shows the visits of the week before the slot, equal to a count made without the emulator', async () => {
    const { series } = (await ask('visits-to-orders')) as { readonly series: readonly Named[] };
    const [, to = ''] = lake.stack.emulators.athena?.executions
      .findLast(({ request }) => request.QueryString?.includes('from visits'))
      ?.request.ExecutionParameters?.slice(1) ?? [''];
    const end = Date.parse(`${/'(.*)'/.exec(to)?.[1]?.replace(' ', 'T')}Z`);
    const expected = countSteps(await readVisits(), end);
    expect(Object.fromEntries(series.map(({ name, value }) => [name, value]))).toEqual(expected);
    expect(expected.Home).toBeGreaterThan(50_000);
  });

  test('the revenues by region and by category add up to the same total', async () => {
    const revenue = (await ask('revenue')) as { readonly value: number };
    const regions = (await ask('amount-by-region')) as { readonly data: readonly Named[] };
    const categories = (await ask('amount-by-category')) as { readonly series: readonly Named[] };
    for (const parts of [regions.data, categories.series]) {
      expect(parts.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(revenue.value, 1);
    }
  });
});
