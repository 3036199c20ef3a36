import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import type { JsonEmulator } from '../../../infra/local/emulators/server/json-emulator.ts';
import { createLake, type TestLake } from '../../support/athena/create-lake.ts';
import { startCatalogue } from '../../support/athena/start-catalogue.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand, signedIn } from '../../support/run-command.ts';

let lake: TestLake;
let athena: JsonEmulator;
beforeAll(async () => {
  lake = await createLake();
  athena = await startCatalogue(lake.path, ['shop', 'logs']);
});
afterEach(() => athena.clearFaults());
afterAll(async () => {
  await athena.close();
  await lake.remove();
});

const tables = (...args: readonly string[]) => runCommand('tables', args, { env: signedIn({ ATHENA: athena.url }) });

describe('wallfeed tables', () => {
  test('wallfeed tables lists the databases of the catalogue', async () => {
    expect(await tables()).toEqual({ code: 0, out: 'logs\nshop\n', error: '' });
    expect(JSON.parse((await tables('--format', 'json')).out)).toEqual({ version: 1, databases: ['logs', 'shop'] });
  });

  test('wallfeed tables refuses what is no region, and warns of an unknown one, before it needs credentials', async () => {
    const without = (region: string) => runCommand('tables', ['--region', region]);
    expect(await without('nowhere')).toEqual({
      code: 2,
      out: '',
      error: "--region must be a region of AWS, such as eu-central-1, not 'nowhere'\n",
    });
    expect((await without('eu-wst-1')).error).toMatch(
      /^warning: there was no region 'eu-wst-1'.*did you mean eu-west-1/,
    );
  });

  test('wallfeed tables lists the tables of a database, with columns, partitions, types and places', async () => {
    const { code, out } = await tables('shop');
    expect(code).toBe(0);
    expect(out).toBe(
      [
        'orders  s3://wallfeed-local/lake/orders/',
        '  columns: id bigint, region string, amount double, price double, at timestamp',
        '  partitions: day date',
        'stock  s3://wallfeed-local/lake/stock/',
        '  columns: article string, count bigint',
        'visits  s3://wallfeed-local/lake/visits/',
        '  columns: page string, visits double, at timestamp',
        '  partitions: day date',
        '',
      ].join('\n'),
    );
  });

  test('wallfeed tables prints a table as JSON, with lines for dashboard.yml', async () => {
    const { out } = await tables('shop.orders', '--format', 'json');
    const { version, database, tables: found, proposal } = JSON.parse(out);
    expect({ version, database, tables: found }).toEqual({
      version: 1,
      database: 'shop',
      tables: [
        {
          name: 'orders',
          location: 's3://wallfeed-local/lake/orders/',
          columns: [
            { name: 'id', type: 'bigint' },
            { name: 'region', type: 'string' },
            { name: 'amount', type: 'double' },
            { name: 'price', type: 'double' },
            { name: 'at', type: 'timestamp' },
          ],
          partitions: [{ name: 'day', type: 'date' }],
        },
      ],
    });
    expect(parse(proposal).datasets.orders.athena).toContain('where day >= date(:from) and at between :from and :to\n');
  });

  test('wallfeed tables --write writes the types of a table once, and never over another text', async () => {
    const folder = await writeFolder({ 'dashboard.yml': 'dashboard: shop\n' });
    const args = ['shop.stock', '--dashboard', folder, '--write'];
    const first = await tables(...args);
    expect([first.code, first.error]).toEqual([0, `wrote ${join(folder, 'data/lake/stock.yml')}\n`]);
    const file = join(folder, 'data/lake/stock.yml');
    expect(await readFile(file, 'utf8')).toBe('columns:\n  article: string\n  count: bigint\n');
    expect((await tables(...args)).error).toContain('has these types already');
    const other = await writeFolder({
      'dashboard.yml': 'dashboard: shop\n',
      'data/lake/stock.yml': 'columns: { article: int }\n',
    });
    const refused = await tables('shop.stock', '--dashboard', other, '--write');
    expect([refused.code, refused.error]).toEqual([1, expect.stringContaining('has other types: nothing was written')]);
    expect(await readFile(join(other, 'data/lake/stock.yml'), 'utf8')).toBe('columns: { article: int }\n');
  });

  test.each([
    [['shopp'], 'There is no database shopp in the catalogue: did you mean shop?\n'],
    [['shopp.orders'], 'There is no database shopp in the catalogue: did you mean shop?\n'],
    [['shop.order'], 'There is no table in shop order in the catalogue: did you mean orders?\n'],
    [['shop', '--write'], '--write needs a table: name one, as in '],
  ])('wallfeed tables %j is refused with the exit code 2', async (args, message) => {
    const { code, out, error } = await tables(...args);
    expect([code, out]).toEqual([2, '']);
    expect(error).toContain(message);
  });

  test('wallfeed tables names the permission that the credentials lack', async () => {
    athena.fail({
      error: 'AccessDeniedException',
      message: 'User: x is not authorized to perform: athena:ListDatabases',
      times: 5,
    });
    const { code, error } = await tables();
    expect([code, error]).toEqual([
      1,
      expect.stringContaining('AWS did not allow the call athena:ListDatabases: User: x'),
    ]);
  });

  test('wallfeed tables says that there are no credentials', async () => {
    const { code, error } = await runCommand('tables', ['--region', 'eu-west-1']);
    expect([code, error]).toEqual([1, expect.stringContaining('There are no AWS credentials in the environment')]);
  });
});
