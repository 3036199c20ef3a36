import { expect, jest, test } from '@jest/globals';
import type { TableSource } from '../../../shared/config/sources.ts';
import { warmUp } from '../../../shared/function/create-function.ts';
import { spanInZone } from '../../../shared/tabular/time-zone.ts';

const FILE = { source: 'csv', key: 'wall/a.csv' } as const;

/** Warms a function up without samples, so that it rehearses no endpoint. */
const warmUpWith = (timezone: string, table: TableSource) => {
  const endpoint = { component: 'Map', shape: 'map', options: {}, tables: { table }, tokens: [], deadline: 1_000 };
  const config = { dashboard: 'wall', family: 'map', version: '1', timezone, endpoints: { map: endpoint } };
  return warmUp({ shapes: [], validators: {}, samples: {}, config });
};

const countFormats = async (run: () => unknown): Promise<number> => {
  const formats = jest.spyOn(Intl, 'DateTimeFormat');
  try {
    await run();
    return formats.mock.calls.length;
  } finally {
    formats.mockRestore();
  }
};

test('a warm-up formats a time in the time zone of a selection, so that the first request need not load it', async () => {
  const table = { source: 'list', of: [FILE, { ...FILE, selection: { limit: 1 } }] } as const;
  expect(await countFormats(() => warmUpWith('Asia/Tokyo', table))).toBe(1);
  expect(await countFormats(() => spanInZone(Date.now(), 'Asia/Tokyo'))).toBe(0);
});

test('a warm-up loads no time zone without a selection, nor for UTC', async () => {
  expect(await countFormats(() => warmUpWith('Asia/Seoul', FILE))).toBe(0);
  expect(await countFormats(() => warmUpWith('UTC', { ...FILE, selection: { limit: 1 } }))).toBe(0);
});
