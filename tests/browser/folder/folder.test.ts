import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveFolder } from '../../../infra/lab/browser/serve-folder.ts';
import { testDeployed } from './deployed.ts';
import { testLanguage } from './language.ts';
import { testCopyButtons, testPage, testTiles } from './tiles.ts';

const served = serveFolder(async ({ path, write }) => {
  const definition = await readFile(join(path, 'dashboard.yml'), 'utf8');
  const titled = definition.replace('gauge.csv', 'gauge.csv, title: 完成率');
  await write('dashboard.yml', `wall: { title: 运营中心 }\n${titled}`);
});

testTiles(served);
testCopyButtons(served);
testPage(served);
testLanguage(served);
testDeployed(served);
