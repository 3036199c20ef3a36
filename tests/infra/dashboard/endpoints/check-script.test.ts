import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { formatDiagnostic } from '../../../../infra/dashboard/folder/diagnostic.ts';
import { defineShape } from '../../../../shared/catalogue/shape.ts';
import { freeText } from '../../../../shared/tabular/column.ts';
import { freeTable } from '../../../../shared/tabular/define-table.ts';
import { endpointsFile, writeFolder } from '../../../support/folders/write-folder.ts';

const shape = defineShape({
  id: 'S50',
  name: 'scripted-chart',
  components: ['Scripted Chart A', 'Scripted Chart B'],
  tables: { table: freeTable(freeText, freeText) },
  fold: () => ({}),
});
const catalogue = [{ family: 'script', shape }];

const RIGHT = 'option = {};\nthis.myChart.setOption(option);\n';
const WRONG = '\ufeffvar option = {};\r\nlet chart =\n  echarts.init(dom);\n';

const checked = async (script: string, files: Readonly<Record<string, string | Uint8Array>>, component = 'A') => {
  const line = `  chart: { component: Scripted Chart ${component}, csv: rows.csv, script: ${script} }`;
  const folder = await writeFolder({ 'dashboard.yml': endpointsFile(line), 'data/rows.csv': 'a\n', ...files });
  const { errors, endpoints } = await loadDashboard(folder, catalogue);
  return {
    folder,
    errors: errors.map((error) => formatDiagnostic(error, error.file.slice(folder.length + 1))),
    served: endpoints.length,
  };
};

describe('the script of an endpoint', () => {
  test.each(['chart.js', 'file:chart.js', 'queries/chart.js', 'file:queries/chart.js', './chart.js'])(
    'the script of an endpoint may be written as %s',
    async (script) => {
      const { errors, served } = await checked(script, { 'chart.js': RIGHT, 'queries/chart.js': RIGHT });
      expect([errors, served]).toEqual([[], 1]);
    },
  );

  test('the script of an endpoint gets errors with the line and column in its file, and the endpoint is still served', async () => {
    const { errors, served } = await checked('queries/chart.js', { 'queries/chart.js': WRONG }, 'B');
    expect(errors).toEqual([
      'queries/chart.js:3:3  chart (Scripted Chart B): echarts.init(...) creates a chart (only define option: the component creates the chart, which is this.myChart)',
    ]);
    expect(served).toBe(1);
  });

  test.each([
    ['chart.js', 'the file chart.js does not exist (did you mean queries/chart.js?)', 1],
    ['file:none.txt', 'the file none.txt does not exist (create it; names are relative to the dashboard folder)', 1],
    ['gbk.js', 'gbk.js cannot be read as UTF-8 text (save it as UTF-8)', 1],
    [
      'huge.js',
      'the script is larger than 1048576 bytes (leave the data out of the script: the source of the endpoint provides it)',
      1,
    ],
    ['../chart.js', '../chart.js leads out of the dashboard folder (', 0],
    ['file:/etc/hosts', '/etc/hosts leads out of the dashboard folder (', 0],
    ['queries', 'queries is not a file (name a file)', 0],
    ['"option = { a: 1 }"', '`script` cannot be "option = { a: 1 }" (write a file of this folder: ', 0],
    ['"file:"', '`script` cannot be "file:" (write a file of this folder: ', 0],
    ['[chart.js]', '`script` cannot be a list (write a file of this folder: ', 0],
  ])('check reports a script that cannot be read: %s', async (script, expected, endpoints) => {
    const files = {
      'queries/chart.js': RIGHT,
      'gbk.js': Buffer.from([0xb1, 0xea, 0xcc, 0xe2]),
      'huge.js': `option = '${'x'.repeat(1_048_576)}'`,
    };
    const { errors, served } = await checked(script, files);
    expect(errors).toEqual([expect.stringContaining(`dashboard.yml:3:64  chart (Scripted Chart A): ${expected}`)]);
    expect(served).toBe(endpoints);
  });

  test('the script of an endpoint cannot be a link that leads out of the folder', async () => {
    const outside = await writeFolder({ 'chart.js': RIGHT });
    const { folder } = await checked('link.js', {});
    await symlink(join(outside, 'chart.js'), join(folder, 'link.js'));
    expect((await loadDashboard(folder, catalogue)).errors).toMatchObject([
      { message: 'link.js is a link that leads out of the dashboard folder' },
    ]);
  });
});
