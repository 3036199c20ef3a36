import { expect, test } from '@jest/globals';
import { loadDashboard } from '../../../../infra/dashboard/load-dashboard.ts';
import { formatEndpoints } from '../../../../infra/local/session/format-endpoints.ts';
import { endpointsFile, writeFolder } from '../../dashboard/write-folder.ts';

const FILE = endpointsFile(
  '  pie: { component: 3D Pie Chart, csv: pie.csv }',
  '  broken: { component: 3D Pie Chart, csv: a-file-with-a-long-name-that-no-terminal-has-room-for.csv }',
);
const TABLE = 'name,value,score,pv\na,1,,\n';

const format = async (url: string) => {
  const folder = await writeFolder({
    'dashboard.yml': FILE,
    'data/pie.csv': TABLE,
    'data/a-file-with-a-long-name-that-no-terminal-has-room-for.csv': TABLE,
  });
  return formatEndpoints(await loadDashboard(folder), url, new Set(['broken'])).split('\n');
};

test('the table of endpoints has whole URLs, and a status for endpoints with errors', async () => {
  const [header, pie, broken] = await format('http://127.0.0.1:3000');
  expect(header).toMatch(/^Component +URL +Source +Status$/);
  expect(pie).toMatch(/^3D Pie Chart +http:\/\/127\.0\.0\.1:3000\/pie\/pie +csv pie\.csv$/);
  expect(broken).toMatch(/^3D Pie Chart +http:\/\/127\.0\.0\.1:3000\/pie\/broken +csv a-file-\S+… +faulty$/);
});

test('the table of endpoints is at most 100 columns wide, except for long URLs', async () => {
  for (const line of await format('http://127.0.0.1:3000')) expect(line.length).toBeLessThanOrEqual(100);
  expect((await format(`https://${'x'.repeat(90)}.example.com`))[1]).toContain('.example.com/pie/pie');
});
