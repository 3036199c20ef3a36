import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveFolder } from '../../../infra/lab/browser/serve-folder.ts';
import { testBrokenFiles } from './broken-files.ts';
import { testParameters } from './parameters.ts';
import { testTriedFiles } from './tried-files.ts';

const SUMS = `  sums:
    component: Rows
    parameters: { region: { oneOf: [East, West], optional: true } }
    csv: { file: orders.csv, where: { Region: { parameter: region } }, columns: { name: Region, total: { sum: Amount } } }
`;

const served = serveFolder(async ({ path, write }) => {
  const definition = await readFile(join(path, 'dashboard.yml'), 'utf8');
  await write('dashboard.yml', definition.replace('endpoints:\n', `endpoints:\n${SUMS}`));
  await write('data/orders.csv', 'Region,Amount\nEast,1419\nWest,987\n');
});

testBrokenFiles(served);
testTriedFiles(served);
testParameters(served);
