import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { keepMap } from '../../../../infra/console/helper/routes.ts';
import { translations } from '../../../../infra/language/translate.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

const mapOf = (name: string): Buffer => {
  const ring = [
    [120, 31],
    [121, 31],
    [121, 32],
    [120, 31],
  ];
  const features = [{ type: 'Feature', properties: { name }, geometry: { type: 'Polygon', coordinates: [ring] } }];
  return Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
};

describe('keeping a map in the dashboard folder', () => {
  const [ours, theirs] = [mapOf('浙江'), mapOf('江苏')];
  let folder: string;
  let china: string;
  beforeEach(async () => {
    folder = await writeFolder({ 'dashboard.yml': 'dashboard: ops\n' });
    china = join(folder, 'maps/china.json');
  });
  const keep = (bytes: Buffer, over: string | null = null) => keepMap(folder, 'provinces', { bytes, over });

  test('a map is written, and nothing else remains beside it', async () => {
    expect(await keep(ours)).toEqual({});
    expect(await keepMap(folder, 'world', { bytes: theirs, over: null })).toEqual({});
    expect(await readFile(china)).toEqual(ours);
    expect(await readdir(join(folder, 'maps'))).toEqual(['china.json', 'world.json']);
  });

  test('a map that the folder has already is kept again without a question', async () => {
    await keep(ours);
    expect(await keep(ours)).toEqual({});
  });

  test('a different map is replaced only if the request has its hash', async () => {
    await keep(theirs);
    const asked = await keep(ours);
    expect(asked).toEqual({ other: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await readFile(china)).toEqual(theirs);
    await writeFile(china, 'changed meanwhile');
    expect(await keep(ours, (asked as { readonly other: string }).other)).toEqual({ other: expect.any(String) });
    expect(await readFile(china, 'utf8')).toBe('changed meanwhile');
    const again = (await keep(ours)) as { readonly other: string };
    expect(await keep(ours, again.other)).toEqual({});
    expect(await readFile(china)).toEqual(ours);
  });

  test.each(['maps', 'maps/china.json'])('nothing is written through %s if it is a link', async (path) => {
    const elsewhere = await writeFolder({ 'map.json': 'theirs', 'china.json': 'theirs' });
    if (path !== 'maps') await mkdir(join(folder, 'maps'));
    await symlink(path === 'maps' ? elsewhere : join(elsewhere, 'map.json'), join(folder, path));
    const { other } = (await keep(ours)) as { readonly other?: string };
    expect(await keep(ours, other)).toEqual({ refusal: `${path} is a link; remove it, and try again.` });
    for (const name of ['map.json', 'china.json']) expect(await readFile(join(elsewhere, name), 'utf8')).toBe('theirs');
  });

  test('a folder that has the name of the map is named in the error', async () => {
    await mkdir(china, { recursive: true });
    expect(await keep(ours)).toEqual({ refusal: 'maps/china.json cannot be written: it is a folder.' });
  });

  test('a file that is no map is refused', async () => {
    expect(await keep(Buffer.from('name,value\n'))).toEqual({ refusal: 'The file is not a GeoJSON map.' });
    expect(await readdir(folder)).toEqual(['dashboard.yml']);
  });
});

test.each([
  ['The file is not a GeoJSON map.', '文件不是 GeoJSON 地图。'],
  ['maps/china.json is a link; remove it, and try again.', 'maps/china.json 是链接，请先删除它，再试一次。'],
  ['maps/china.json cannot be written: it is a folder.', '无法写入 maps/china.json：它是文件夹。'],
])('the refusal "%s" is Chinese on a Chinese page', (refusal, chinese) => {
  expect(translations(refusal)).toEqual([chinese]);
});
