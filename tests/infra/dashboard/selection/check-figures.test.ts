import { relative } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { checkDashboard } from '../../../../infra/dashboard/check-dashboard.ts';
import { formatDiagnostic } from '../../../../infra/dashboard/folder/diagnostic.ts';
import { endpointsFile, writeFolder } from '../../../support/folders/write-folder.ts';

const CSV = 'Region,Price,Quantity,Unit price,At\nNorth,4,2,3,2026-11-20 08:00\nSouth,5,1,6,2026-11-20 09:00\n';
const JSON_ROWS = '{"items":[{"Region":"North","Price":4,"Quantity":2,"Unit price":3,"At":"2026-11-20 08:00"}]}';
const FILES = {
  'data/goals.csv': 'Code,Goal\nNorth,7\nSouth,x\n',
  'data/twice.csv': 'Region,Goal\nNorth,7\nSouth,8\nNorth,9\n',
  'data/sales.csv': CSV,
  'data/sales.json': JSON_ROWS,
};

/** Marks the place at which `check` must report the mistake. */
const MARK = '▶';

/** Checks an endpoint of a Map, which has the columns name (text) and value (number). */
const check = async (keys: string) => {
  const text = endpointsFile(`  it: { component: Map, csv: { file: sales.csv, ${keys} } }`);
  const folder = await writeFolder({ ...FILES, 'dashboard.yml': text.replace(MARK, '') });
  const { errors } = await checkDashboard(folder);
  const [line = ''] = text.split('\n').filter((one) => one.includes(MARK));
  const place = `dashboard.yml:3:${line.indexOf(MARK) + 1}`;
  return { found: errors.map((one) => formatDiagnostic(one, 'dashboard.yml')), place };
};

const value = (source: string) => `columns: { name: Region, value: ${source} }`;
const windowed = (source: string) => `window: At, ${value(source)}`;
const byDay = (source: string) => `columns: { name: { day: At }, value: ${source} }`;
const joined = (file: string, of = 'goals.Goal') =>
  `join: { goals: ${file} }, columns: { name: Region, value: { max: ${of} } }`;
const PAID = 'paid: { sum: Price }';

describe('a mistake in a figure', () => {
  test.each([
    [value('{ formula: sum(▶Pric) }'), "did you mean 'Price' or 'Unit price'?"],
    [value("{ formula: 'sum(Price) / sum(▶[Unit prise])' }"), "did you mean 'Unit price'?"],
    [value('{ formula: sum(Price) / ▶b }'), 'b stands outside an aggregate (write sum(b)'],
    [value('{ formula: ▶(Price + Quantity }'), ') is missing'],
    [value('{ formula: 1 + ▶avg(Price) }'), 'there is no function avg (did you mean average?)'],
    [value('{ formula: sum(Price) ▶> 3 }'), "'>' cannot be in a formula (write conditions with `where`"],
    [value('{ formula: sum(▶max(Price)) }'), '`max` is inside of `sum` (aggregates do not nest)'],
    [value('{ formula: Price * 2, ▶where: { Region: North } }'), '`where` belongs to an aggregate'],
    [value(`{ formula: paid / 2, with: { ${PAID}, ▶all: { sum: Price } } }`), 'all is not used in the formula'],
    [value('{ formula: paid / 2, with: { paid: ▶Price } }'), 'write an aggregate such as `{ sum: Amount }`'],
    [value('{ formula: paid / 2, with: { paid: { sum: ▶Pric } } }'), "did you mean 'Price'"],
    [value(`{ formula: paid / 2, with: { ${PAID}, ▶a b: { sum: Price } } }`), "a name is one word: 'a b'"],
    [value(`{ formula: paid / 2 + ▶piad, with: { ${PAID} } }`), 'did you mean paid?'],
    [value('{ sum: Price, ▶earlier: week }'), '`earlier` needs a `window`'],
    [windowed('{ sum: Price, earlier: ▶weeks }'), 'did you mean week?'],
    [windowed('{ hour: At, ▶earlier: week }'), '`earlier` belongs to an aggregate'],
    [windowed('{ ▶change: { sum: Price } }').replace('▶', '').replace('value:', '▶value:'), 'say how much earlier'],
    [windowed('{ change: ▶Price, earlier: week }'), 'write an aggregate such as `{ sum: Amount }`'],
    [windowed('{ change: { sum: Price, ▶earlier: day }, earlier: week }'), 'write it once, outside'],
    [windowed('{ difference: { hour: At }, earlier: week }').replace('difference', '▶difference'), 'is no aggregate'],
    [value('{ ▶running: { sum: Price } }'), '`running` needs a column of spans of time (add one such as `{ day:'],
    [byDay('{ running: ▶{ average: Price } }'), 'write a sum or a count'],
    [byDay('{ running: ▶Price }'), 'write an aggregate such as `{ sum: Amount }`'],
    [byDay('{ moving: { sum: Price } }').replace('value:', '▶value:'), 'write a whole number of buckets from 2'],
    [byDay('{ moving: { sum: Price }, over: ▶1 }'), 'write a whole number of buckets from 2'],
    [byDay('{ moving: { sum: Price }, over: ▶7d }'), 'write a whole number of buckets from 2, such as 7'],
    [byDay('{ moving: { ▶running: { sum: Price } }, over: 7 }'), '`running` cannot be inside of another word'],
    [`${byDay('{ running: { sum: Price } }')}, limit: 3, ▶rest: Others`, '`rest` cannot be beside `running`'],
    [`▶fill: 0, ${value('{ sum: Price }')}`, '`fill` needs a column of spans of time'],
    [`fill: ▶yes, ${byDay('{ sum: Price }')}`, 'write 0 or blank'],
    [`fill: ▶blank, ${byDay('{ sum: Price }')}`, 'value cannot be blank (write `fill: 0`)'],
    [`▶per: name, ${value('{ sum: Price }')}`, '`per` needs `limit`'],
    [`limit: 3, per: ▶nam, ${value('{ sum: Price }')}`, 'did you mean name?'],
    [`limit: 3, per: ▶value, ${value('{ sum: Price }')}`, 'write a group, such as name'],
    [`window: { of: At, last: ▶weeks }, ${value('{ sum: Price }')}`, 'did you mean week?'],
    [`window: { of: At, last: ▶1 month }, ${value('{ sum: Price }')}`, 'month or year, or a duration'],
    [
      `window: { of: At, last: ▶yesterday }, ${value('{ sum: Price }')}`,
      'write today, week, month or year, or a duration',
    ],
    [joined('{ file: goals.csv }').replace('goals:', '▶goals:'), '`csv.join.goals.on` is missing'],
    [joined('{ file: goals.csv, on: { Region: Code } }', '▶goals.Gaol'), "did you mean 'goals.Goal' or"],
    [joined('{ file: goals.csv, on: { ▶Regoin: Code } }'), "did you mean 'Region'?"],
    [joined('{ file: goals.csv, on: ▶Region }'), "line 1 of data/goals.csv has no column 'Region'"],
    [
      joined('{ file: goals.csv, on: { Region: ▶Kode } }'),
      "line 1 of data/goals.csv has no column 'Kode'; did you mean",
    ],
    [joined('{ file: goals.csv, on: { Region: Code }, durations: { ▶Goall: hours } }'), "no column 'Goall'"],
    [joined('{ file: ▶gaols.csv, on: Region }'), 'goals.csv'],
    [joined('{ file: goals.csv, on: Region }').replace('goals:', '▶a b:'), "a name is one word: 'a b'"],
    ['▶join: { goals: { file: goals.csv, on: Region } }', '`csv.join` needs `columns`'],
  ])('check reports one error at the word that is wrong: %s', async (keys, words) => {
    const { found, place } = await check(keys);
    expect(found).toEqual([expect.stringContaining(place)]);
    expect(found[0]).toContain(words);
  });
});

describe('an earlier window', () => {
  const warningsOf = async (endpoint: string, more = '') => {
    const text = `${endpointsFile(`  it: { component: Map, ${endpoint} }`)}${more}`;
    const folder = await writeFolder({ ...FILES, 'dashboard.yml': text.replace(MARK, '') });
    const { warnings } = await checkDashboard(folder);
    const [line = ''] = text.split('\n').filter((one) => one.includes(MARK));
    const place = `dashboard.yml:3:${line.indexOf(MARK) + 1} `;
    return warnings.map((one) => formatDiagnostic(one, 'dashboard.yml')).filter((one) => one.startsWith(place));
  };
  const columns = (step: string) => `columns: { name: Region, ${MARK}value: { sum: Price, earlier: ${step} } }`;

  test('check warns of an earlier window in which the file has no row', async () => {
    const csv = (step: string) => `csv: { file: sales.csv, window: { of: At, last: 30m }, ${columns(step)} }`;
    expect(await warningsOf(csv('1h'))).toEqual([]);
    expect(await warningsOf(csv('week'))).toEqual([
      expect.stringContaining('the file has no row in the window that is a week earlier'),
    ]);
  });

  test('check warns of an earlier window that the window of a dataset does not hold', async () => {
    const sales = (last: string) =>
      `datasets: { sales: { sql: 'select "Region", "Price", "At" from sales where "At" > :from', window: { last: ${last} } } }\n`;
    const endpoint = `dataset: sales, window: { of: At, last: 1d }, ${columns('week')}`;
    expect(await warningsOf(endpoint, sales('14d'))).toEqual([]);
    expect(await warningsOf(endpoint, sales('7d'))).toEqual([
      expect.stringContaining('the window of the dataset sales holds no rows of the earlier window'),
    ]);
  });
});

describe('a joined file', () => {
  const errorsOf = async (file: string) => {
    const text = endpointsFile(`  it: { component: Map, csv: { file: sales.csv, ${joined(file)} } }`);
    const folder = await writeFolder({ ...FILES, 'dashboard.yml': text });
    const { errors } = await checkDashboard(folder);
    return errors.map((one) => formatDiagnostic(one, relative(folder, one.file)));
  };

  test('check reports a cell of a joined file at its place in that file', async () => {
    const [first] = await errorsOf('{ file: goals.csv, on: { Region: Code } }');
    expect(first).toMatch(/^data.goals\.csv:3:2 .*'x' is not a number/);
  });

  test('check reports a key that occurs twice in a joined file at its second place', async () => {
    expect(await errorsOf('{ file: twice.csv, on: Region }')).toEqual([
      expect.stringMatching(/^data.twice\.csv:4:1 .*'North' is there twice/),
    ]);
  });
});
