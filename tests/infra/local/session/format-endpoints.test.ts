import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@jest/globals';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { formatEndpoints } from '../../../../infra/local/session/print-endpoints.ts';
import { endpointsFile, writeFolder } from '../../../support/folders/write-folder.ts';

const FILE = endpointsFile(
  '  pie: { component: 3D Pie Chart, csv: pie.csv }',
  '  broken: { component: 3D Pie Chart, csv: a-file-with-a-long-name-that-no-terminal-has-room-for.csv }',
);
const TABLE = 'name,value,score,pv\na,1,,\n';

const LONG = 'csv a-file-with-a-long-name-that-no-terminal-has-room-for.csv';

const format = async (url: string, width?: number) => {
  const folder = await writeFolder({
    'dashboard.yml': FILE,
    'data/pie.csv': TABLE,
    'data/a-file-with-a-long-name-that-no-terminal-has-room-for.csv': TABLE,
  });
  const dashboard = await loadDashboard(folder);
  return stripVTControlCharacters(formatEndpoints(dashboard, url, new Set(['broken']), width)).split('\n');
};

test('the table of endpoints has one line for each endpoint in a pipe, with the whole URL and the whole source', async () => {
  const [header, pie, broken, ...others] = await format('http://127.0.0.1:3000');
  expect(header).toMatch(/^Component +URL +Source +Status$/);
  expect(pie).toMatch(/^3D Pie Chart +http:\/\/127\.0\.0\.1:3000\/pie\/pie +csv pie\.csv$/);
  expect(broken).toMatch(/^3D Pie Chart +http:\/\/127\.0\.0\.1:3000\/pie\/broken +csv a-file-\S+\.csv +faulty$/);
  expect(broken).toContain(LONG);
  expect(others).toEqual([]);
});

test('the table of endpoints fits a terminal: long sources continue in their column, and URLs are whole', async () => {
  const lines = await format('http://127.0.0.1:3000', 80);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  const at = lines[0]?.indexOf('Source') ?? 0;
  const sources = lines.slice(2).map((line) =>
    line
      .slice(at)
      .replace(/ +faulty$/, '')
      .trim(),
  );
  expect(sources.join('').replace(/^csv/, 'csv ')).toBe(LONG);
  expect(lines[2]).toContain('http://127.0.0.1:3000/pie/broken ');
  expect((await format(`https://${'x'.repeat(90)}.example.com`, 80)).join('\n')).toContain('.example.com/pie/pie ');
});
