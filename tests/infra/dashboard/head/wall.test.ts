import { describe, expect, test } from '@jest/globals';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

const load = async (...lines: readonly string[]) => {
  const endpoints = ['orders', 'china', 'alarms'].map((slug) => `  ${slug}: { component: 3D Pie Chart, csv: pie.csv }`);
  const folder = await writeFolder({
    'dashboard.yml': ['dashboard: ops-room', ...lines, 'endpoints:', ...endpoints, ''].join('\n'),
    'data/pie.csv': 'a,b,c,d\n',
  });
  return loadDashboard(folder);
};

const page = (...rows: readonly string[]): readonly string[] => ['    - |', ...rows.map((row) => `      ${row}`)];
const WALL = ['wall:', '  pages:'];

describe('the key `wall`', () => {
  test.each<readonly [lines: readonly string[], finding: string, hint: string]>([
    [['wall: { turn: 4s }'], '2:15 `wall.turn` cannot be "4s"', 'write how long a page is shown, from 5s to 10m'],
    [['wall: { turn: 11m }'], '2:15 `wall.turn` cannot be "11m"', 'write how long a page is shown, from 5s to 10m'],
    [[...WALL, ...page('orders chnia')], "5:14 unknown endpoint 'chnia'", 'did you mean china?'],
    [
      [...WALL, ...page('orders china', 'orders')],
      '6:7 a row of 1 word, and the first row has 2',
      'write as many words in each row, and a dot for an empty cell',
    ],
    [
      [...WALL, ...page('orders china', 'china orders')],
      '5:14 the cells of orders are no rectangle: here is china',
      'repeat a name only in the cells of one rectangle',
    ],
    [
      [...WALL, ...page('orders . orders')],
      '5:14 the cells of orders are no rectangle: here is an empty cell',
      'repeat a name only in the cells of one rectangle',
    ],
    [
      [...WALL, ...page('orders china'), ...page('alarms china')],
      '7:14 china is on page 1 already',
      'show each endpoint on one page',
    ],
    [[...WALL, ...page(Array(13).fill('orders').join(' '))], '5:91 a page of 13 columns', 'draw at most 12 columns'],
    [[...WALL, ...page(...Array(9).fill('orders'))], '13:7 a page of 9 rows', 'draw at most 8 rows'],
    [[...WALL, "    - ' '"], '4:7 a page without words', 'write the names of endpoints, in rows'],
  ])('the lines %j are refused with their place and a remedy', async (lines, finding, hint) => {
    const { errors, endpoints } = await load(...lines);
    const found = errors.map(({ line, column, message, hint: remedy }) => [`${line}:${column} ${message}`, remedy]);
    expect(found).toContainEqual([finding, hint]);
    expect(endpoints).toHaveLength(3);
  });

  test.each([
    ['wall: { titel: x }', '2:9'],
    ["wall: { title: '' }", '2:16'],
    ['wall: { pages: orders }', '2:16'],
    ['wall: { pages: [] }', '2:9'],
    ['wall: {}', '2:1'],
    ['wall: { turn: 30 }', '2:15'],
  ])('the line %s is an error at its place', async (line, place) => {
    const { errors } = await load(line);
    expect(errors.map((one) => `${one.line}:${one.column}`)).toEqual([place]);
  });

  test('a page that is drawn in dashboard.yml has the cells of each endpoint, and empty cells', async () => {
    const drawn = page('orders china china', '.      china china');
    const { wall, errors } = await load('wall:', '  title: 运营中心', '  turn: 30s', '  pages:', ...drawn);
    expect(errors).toEqual([]);
    expect(wall).toEqual({
      title: '运营中心',
      turnMs: 30_000,
      pages: [
        {
          columns: 3,
          rows: 2,
          areas: [
            { slug: 'orders', x: 0, y: 0, width: 1, height: 1 },
            { slug: 'china', x: 1, y: 0, width: 2, height: 2 },
          ],
        },
      ],
    });
  });
});
