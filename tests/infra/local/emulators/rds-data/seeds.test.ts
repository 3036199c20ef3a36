import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { dumpImage, startDatabase } from '../../../../../infra/local/emulators/rds-data/database-image.ts';
import { type DataApi, startDataApi } from '../../../../../infra/local/emulators/rds-data/start-data-api.ts';
import { emptyImage } from '../../../../../infra/local/emulators/rds-data/start-worker.ts';
import { createAsk } from '../../../../support/cloud/ask-database.ts';
import { createFolder, type Folder } from '../../../../support/folders/folder.ts';

let folder: Folder;
let api: DataApi;
let first: string;
beforeAll(async () => {
  folder = await createFolder();
  first = await folder.write('1.sql', 'create table t (n int); insert into t values (1);');
  api = await startDataApi({ seeds: [first] });
});
afterEach(() => folder.write('1.sql', 'create table t (n int); insert into t values (1);'));
afterAll(async () => {
  await api.close();
  await folder.remove();
});

const count = async () => (await createAsk(api)('select count(*) from t')).records?.[0]?.[0]?.longValue;

test('seeds run in the order of their file names', async () => {
  const second = await folder.write('2.sql', '\uFEFFinsert into t values (2), (3); set search_path to nowhere;');
  await api.reseed([second, first]);
  expect(await count()).toBe(3);
});

test('a reseed without files runs the last seeds again in an empty database', async () => {
  await api.reseed([first]);
  await folder.write('1.sql', 'create table t (n int);');
  await api.reseed();
  expect(await count()).toBe(0);
});

describe('an invalid seed', () => {
  beforeAll(() => api.reseed([first]));

  test.each([
    ['create table a (n int);\nselekt 1;', '2:1  syntax error at or near "selekt"'],
    [`create table a (n text);\ninsert into a values ('😀'), (nothing);`, '2:31  column "nothing" does not exist'],
    [
      'create table a (n int);\n\n-- é; one more\ninsert into a values (1);\n  /* a; b */ insert into a values (1 / 0);\n',
      '5:14  division by zero',
    ],
    ['insert into t values (1)', '1:13  relation "t" does not exist'],
    ['begin;\ncreate table a (n int);\n', '3:1  the file begins a transaction, but does not end it'],
    [Uint8Array.from([0xb0, 0xa1]), '1:1  the file is not UTF-8'],
  ])('an invalid seed is reported with its place: %j', async (text, fault) => {
    const wrong = await folder.write('0.sql', text);
    await expect(api.reseed([wrong, first])).rejects.toMatchObject({ message: `${wrong}:${fault}` });
    expect(await count()).toBe(1);
  });

  test('an invalid seed prevents the start of the emulator', async () => {
    const wrong = await folder.write('0.sql', 'nonsense');
    await expect(startDataApi({ seeds: [wrong] })).rejects.toThrow(`${wrong}:1:1  syntax error`);
  });
});

describe('the image of a database', () => {
  test('a database changes no byte of the image that it starts from, and one that starts from its image is the same', async () => {
    const image = await emptyImage();
    const before = image.slice();
    const database = await startDatabase(image);
    await database.exec('create table a as select generate_series(1, 10000) n; update a set n = 0');
    await database.exec('checkpoint');
    const copy = await startDatabase(dumpImage(database));
    const sizes = `select sum(n), pg_relation_size('a'), (select count(*) from pg_attribute) from a`;
    expect((await copy.query(sizes)).rows).toEqual((await database.query(sizes)).rows);
    await Promise.all([database.close(), copy.close()]);
    expect(Buffer.compare(image, before)).toBe(0);
  });
});
