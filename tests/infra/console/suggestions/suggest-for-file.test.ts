import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { parse } from 'yaml';
import { startSuggestionWorker } from '../../../../infra/console/suggestions/start-suggestion-worker.ts';
import { suggestForFile } from '../../../../infra/console/suggestions/suggest-for-file.ts';
import { UNFAKED_TIMERS } from '../../../support/unfaked-timers.ts';

/** The clocks stand still, so that the time limits do not depend on the speed of the machine. */
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: [...UNFAKED_TIMERS], now: Date.now() });
});
afterEach(() => {
  jest.useRealTimers();
});

const fit = (text: string, name = 'orders.csv') =>
  suggestForFile({ name, bytes: Buffer.from(text) }, { timezone: 'Asia/Shanghai', checked: [] });

const namesOf = (list: readonly { readonly component: string }[]): readonly string[] =>
  list.map(({ component }) => component);

const PIE = 'name,value,score,pv\nSearch,38.5,,\nDirect,24.2,,\nMail,17.8,,\n';

const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

const EXPORT = [
  'Order,Created at,Status,Channel,Region,Amount',
  ...Array.from({ length: 30 }, (_, index) => {
    const channel = ['Shop', 'Market'][index % 2];
    const region = ['North', 'South', 'East'][index % 3];
    return `A-${index},${daysAgo(10 + (index % 10))} 08:00:00,paid,${channel},${region},${index}.50`;
  }),
  '',
].join('\n');

/** Time limit of the worker thread. Even a busy machine finishes in time. */
const LIMIT_MS = 300_000;

describe('a large file', () => {
  const wide = (columns: number): string => Array.from({ length: columns }, (_, index) => `c${index}`).join(',');

  test('a file that is too wide for any component gets a sentence with its number of columns', async () => {
    const { problem, header, fits } = await fit(`${wide(1001)}\n${wide(1001)}\n`);
    expect(problem?.sentence).toMatch(/^The file has 1001 columns, more than any component takes\. /);
    expect([header, fits]).toEqual([[], []]);
  });

  test('a picture that would make the reply larger than 2 MB is left out', async () => {
    const rows = Array.from({ length: 150 }, (_, index) => `${String(index).padStart(20_000, 'x')},${index}`);
    const result = await fit(['name,value', ...rows].join('\n'));
    expect(result.fits.length).toBeGreaterThan(0);
    expect(JSON.stringify(result).length).toBeLessThan(2_000_000);
    expect(JSON.stringify(result.fits.map(({ drawing }) => drawing))).toContain('too large to be shown here');
  });

  test('a worker thread finds the same components for a file as the main thread', async () => {
    const tryFile = startSuggestionWorker(LIMIT_MS);
    const order = { name: 'orders.csv', bytes: Buffer.from(PIE) };
    const [inThread, again] = [
      await tryFile(order, { timezone: 'UTC', checked: [] }),
      await suggestForFile(order, { timezone: 'UTC', checked: [] }),
    ];
    expect(inThread).toEqual(again);
  });
});

describe('the components that a file fits', () => {
  test('the list of components that a file fits begins with one whose columns the file has, and gives the lines of dashboard.yml', async () => {
    const { fits, misses, rows } = await fit(PIE);
    expect(fits[0]).toMatchObject({ component: '3D Pie Chart', selected: false });
    expect(fits[0]?.lines).toBe('  orders: { component: 3D Pie Chart, csv: orders.csv }');
    expect(rows).toBe(3);
    expect(misses).toEqual([]);
  });

  test('each component that a file fits is listed once, with a picture', async () => {
    const { fits } = await fit(PIE);
    expect(new Set(namesOf(fits)).size).toBe(fits.length);
    expect(fits.every(({ drawing }) => drawing !== undefined)).toBe(true);
  });

  test('a file fits a component if a selection of its columns feeds the component', async () => {
    const { fits } = await fit(EXPORT);
    const bars = fits.find(({ component }) => component === 'Bar Chart');
    expect(bars?.selected).toBe(true);
    expect(parse(bars?.lines ?? '')).toEqual({
      orders: {
        component: 'Bar Chart',
        csv: {
          file: 'orders.csv',
          columns: { series: 'Channel', category: { day: 'Created at' }, value: { sum: 'Amount' } },
          window: { of: 'Created at', last: '31d' },
          sort: ['category', 'series'],
        },
        options: { fill: 0 },
      },
    });
    expect(namesOf(fits)).toEqual(expect.arrayContaining(['3D Pie Chart', 'Pie Chart', 'Funnel Chart', 'Treemap']));
  });

  test('numbers with a decimal comma are read, and the proposed lines of dashboard.yml say so', async () => {
    const { fits } = await fit('name;value;score;pv\nA;38,5;;\nB;24,25;;\n');
    expect(fits[0]).toMatchObject({ component: '3D Pie Chart' });
    expect(fits[0]?.lines).toContain("decimal: ','");
  });

  test('a proposed endpoint gets a name that no other endpoint has', async () => {
    const checked = [{ slug: 'orders' }] as never;
    const { fits } = await suggestForFile(
      { name: 'orders.csv', bytes: Buffer.from(PIE) },
      { timezone: 'UTC', checked },
    );
    expect(fits[0]?.lines).toMatch(/^ {2}orders-2: /);
  });
});

describe('the components that a file nearly fits', () => {
  test('a component that a file nearly fits is listed with the line, the cell and what to write', async () => {
    const { misses, fits } = await fit(PIE.replace('24.2', '24x'));
    const miss = misses.find(({ component }) => component === '3D Pie Chart');
    expect(miss?.problem).toMatchObject({ error: 'TABLE_CELL', details: [{ line: 3, column: 2 }] });
    expect(miss?.problem.tables[0]?.rows[2]?.cells[1]).toEqual({ text: '24x', faulty: true });
    expect(namesOf(fits)).not.toContain('3D Pie Chart');
  });

  test('a component that needs another kind of column is not listed', async () => {
    const { misses } = await fit('a,b,c,d\nx,y,z,w\nx,y,z,w\nx,y,z,w\nx,y,z,w\nx,y,z,w\n');
    expect(misses).toEqual([]);
  });
});

test('a file that is not CSV is refused with a sentence', async () => {
  const { fits, problem } = await fit('name,value\n"A,1\n');
  expect(fits).toEqual([]);
  expect(problem).toMatchObject({ error: 'SOURCE_INVALID' });
});
