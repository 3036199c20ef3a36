import { describe, expect, test } from '@jest/globals';
import { checkDashboard } from '../../../../infra/dashboard/check-dashboard.ts';
import { formatDiagnostic } from '../../../../infra/dashboard/folder/diagnostic.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

const CSV = 'Region,Talk time,Amount,Created\nEast,0:30:00,7,20-Nov-26\n';
const JSON_TEXT =
  '{ "sites": { "n": { "v": 1, "l": [3, 4], "t": "x" } }, "rows": [{ "v": 1, "l": [3, 4], "t": "x" }] }';

/** Checks an endpoint with a source. Returns each error as `line:column message (hint)`. */
const check = async (source: string): Promise<readonly string[]> => {
  const text = `dashboard: ops\nendpoints:\n  pie:\n    component: 3D Pie Chart\n    ${source}\n`;
  const lines = '{ "v": 1 }\n{ "v": 2 }\n';
  const folder = await writeFolder({
    'dashboard.yml': text,
    'data/calls.csv': CSV,
    'data/sites.json': JSON_TEXT,
    'data/log.ndjson': lines,
  });
  const { errors } = await checkDashboard(folder);
  return errors.map((error) => formatDiagnostic(error, '').replace('pie (3D Pie Chart): ', '').slice(1));
};

const COLUMNS = 'columns: { name: Region, value: { sum: Amount } }';
const csv = (keys: string, columns = COLUMNS): string => `csv: { file: calls.csv, ${keys}, ${columns} }`;
const json = (keys: string, value = 'v'): string =>
  `json: { file: sites.json, ${keys}, columns: { name: { constant: a }, value: { sum: ${value} } } }`;

describe('the mistakes in a key of reading', () => {
  test.each([
    ["blank: [N/A, '-']"],
    ['units: { ms: 1, s: 1000 }'],
    ['durations: { Talk time: minutes }'],
    ['durations: { Talk time: { in: seconds, form: m:ss } }'],
    ['dates: { Created: dd-MMM-yy }'],
    ["comments: '#'"],
    ['fillDown: [Region]'],
  ])('%s is accepted', async (key) => {
    expect(await check(csv(key))).toEqual([]);
  });

  test.each([
    ['blank: N/A', 'write a list: [N/A]'],
    ['blank: []', 'write at least one text: [N/A]'],
    ['blank: [0]', "write '0' in quotes"],
    ['units: [ms]', 'write a map: `{ ms: 1 }`'],
    ['units: { ms: x }', 'write a number'],
    ['units: { ms: 0 }', 'write a number above 0'],
    ['durations: minutes', 'write a map of columns: `{ Talk time: minutes }`'],
    ['durations: { Talk time: minute }', 'did you mean minutes?'],
    ['durations: { Talktime: minutes }', "did you mean 'Talk time'?"],
    ['dates: { Created: dd/MM/yyyy hh:mm }', 'add a, or write HH'],
    ['dates: dd MMMMM yyyy', 'write MMM or MMMM'],
    ['dates: dd/MM/yyyy HH:mm a', 'write hh'],
    ['months: [A, B, C, D, E, F, G, H, I, J, K], dates: dd MMM yy', 'write twelve names'],
    ['months: [A, B, C, D, E, F, G, H, I, J, K, a], dates: dd MMM yy', 'write each name once'],
    ['months: [A, B, C, D, E, F, G, H, I, J, K, L]', '`months` has no use without MMM'],
    ['comments: true', "write a text such as '#'"],
    ["comments: ''", 'write 1 to 3 characters'],
    ['comments: null', "write '#' in quotes"],
    ['fillDown: true', 'write a list of columns: [Region]'],
    ['fillDown: [Regio]', "did you mean 'Region'?"],
    ['fillDown: [Talk time], durations: { Talk time: minutes }', 'columns of text only'],
    ['header: [3, 2]', 'lines that follow each other'],
    ['header: [2, 4]', 'lines that follow each other'],
    ['header: [2]', 'write `header: 2`'],
  ])('%s is refused, with the remedy: %s', async (key, remedy) => {
    const errors = await check(csv(key));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^5:\d+ /);
    expect(errors[0]).toContain(remedy);
  });

  test('$name2 needs a header of two lines', async () => {
    const columns = 'columns: { name: $name2, value: { sum: $value } }';
    expect(await check(csv('unpivot: [Amount]', columns))).toEqual([
      expect.stringContaining('the header has one line'),
    ]);
  });

  test.each([
    [json('rows: sites'), 'a map: for a row of each entry write `rows: sites.*`'],
    [json("rows: '*.sites'"), 'write sites.*: * stands at the end'],
    [json('rows: rows', '$key'), '$key needs rows that end in .*'],
    [json('rows: rows', "'l[1]'"), 'write l.1'],
    [json('rows: rows', 'l.2'), 'the longest list has 2 entries'],
    [json('rows: rows', 'l.-1'), 'entries count from 0'],
    [json('rows: rows, unnest: [l]'), 'write one path: l'],
    [json('rows: rows, unnest: t'), 'is a text, not a list'],
    [
      'json: { file: log.ndjson, rows: v, columns: { name: { constant: a }, value: v } }',
      'write `unnest` in place of `rows`, which is for files with a single document',
    ],
  ])('%s is refused, with the remedy: %s', async (source, remedy) => {
    const errors = await check(source);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(remedy);
  });
});
