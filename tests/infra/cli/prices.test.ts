import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { OFFERED } from '../../../infra/cost/price-files/read-offers.ts';
import { readPriceList } from '../../../infra/cost/price-list.ts';
import { endpointsFile, writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand } from '../../support/run-command.ts';

/** The price of one unit at AWS, by the name of the price in our list. All differ, so that a mix-up fails the test. */
const OF_AWS = Object.fromEntries(Object.keys(OFFERED).map((name, index) => [name, `${(index + 1) / 1e6}`]));

interface Variant {
  readonly currency?: string;
  readonly region?: string;
  readonly prefix?: string;
}

/** Writes the files of AWS's public price lists, as far as they are documented, with products that must not match. */
const offerFiles = ({ currency = 'USD', region = 'eu-central-1', prefix = 'EUC1-' }: Variant = {}) => {
  const files: Record<string, string> = {};
  const offers = Map.groupBy(Object.entries(OFFERED), ([, { offer }]) => offer);
  for (const [offer, wanted] of offers) {
    const products: Record<string, unknown> = {};
    const terms: Record<string, unknown> = {};
    const add = (sku: string, usagetype: string, price: string, attributes: object = {}, beginRange = '0') => {
      products[sku] = { sku, attributes: { usagetype, regionCode: region, location: 'EU (Frankfurt)', ...attributes } };
      const dimension = (from: string, amount: string) => ({ beginRange: from, pricePerUnit: { [currency]: amount } });
      const priceDimensions = { one: dimension(beginRange, price), two: dimension('300', '0.5') };
      terms[sku] = { [`${sku}.TERM`]: { priceDimensions } };
    };
    for (const [name, { end, attributes }] of wanted) {
      add(`SKU${name}`, `${prefix}${end}`, OF_AWS[name] ?? '', attributes);
      add(`ELSEWHERE${name}`, `USE1-${end}`, '9', { ...attributes, regionCode: 'us-east-1' });
      add(`OTHER${name}`, `${prefix}Special-${end}`, '9', attributes);
    }
    if (offer === 'AmazonRDS')
      add('MYSQL', `${prefix}Aurora:ServerlessV2Usage`, '9', { databaseEngine: 'Aurora MySQL' });
    if (offer === 'AmazonRoute53') delete products.ELSEWHEREzone;
    const document = {
      offerCode: offer,
      version: '20261001',
      publicationDate: '2026-10-03T00:00:00Z',
      products,
      terms: { OnDemand: terms },
    };
    files[`${offer}.json`] = JSON.stringify(document);
  }
  return files;
};

const SET = ['--set', 'query=0.38', 'page=3'] as const;

const make = async (files: Readonly<Record<string, string>>, ...args: readonly string[]) => {
  const from = await writeFolder(files);
  const folder = await writeFolder({});
  const outcome = await runCommand(
    'prices',
    ['--region', 'eu-central-1', '--from', from, '--out', 'list.json', ...args],
    { from: folder },
  );
  return { ...outcome, from, file: join(folder, 'list.json') };
};

describe('npm run prices', () => {
  test('npm run prices makes a price list from the public files of AWS, and names the source of each price', async () => {
    const { code, out, file } = await make(offerFiles(), ...SET);
    expect([code, out]).toEqual([0, 'wrote list.json: 19 prices of EU (Frankfurt), 2026-10, in USD\n']);
    const list = await readPriceList(file);
    expect(list).toMatchObject({ region: 'eu-central-1', place: 'EU (Frankfurt)', currency: 'USD', asOf: '2026-10' });
    const names = Object.keys(OFFERED) as (keyof typeof list.prices)[];
    for (const name of names) {
      const { price, per, source } = list.prices[name];
      // AWS prices scans by TB. Our list prices them by a million MB, which is the same amount.
      expect(price).toBeCloseTo(Number(OF_AWS[name]) * (name === 'scan' ? 1 : per), 9);
      expect(source).toMatch(new RegExp(`^\\w+, version 20261001, SKU SKU${name} \\(EUC1-`));
    }
    expect([list.prices.query.price, list.prices.query.source]).toEqual([0.38, 'given with --set']);
  });

  test('npm run cost takes the list that npm run prices made', async () => {
    const { file } = await make(offerFiles(), ...SET);
    const yml = endpointsFile('  traffic: { component: 3D Pie Chart, csv: traffic.csv }').replace(
      'endpoints',
      'region: eu-central-1\nendpoints',
    );
    const folder = await writeFolder({ 'dashboard.yml': yml, 'data/traffic.csv': 'name,value,score,pv\na,1,,\n' });
    const { code, out } = await runCommand('cost', ['--dashboard', folder, '--prices', file]);
    expect(code).toBe(0);
    expect(out).not.toContain('these are the prices of');
    expect(out).toContain('eu-central-1, October 2026');
  });

  test('npm run prices reads the files of China in CNY', async () => {
    const from = await writeFolder(offerFiles({ currency: 'CNY', region: 'cn-north-1', prefix: 'CNN1-' }));
    const args = ['--region', 'cn-north-1', '--from', from, '--out', 'cn.json', ...SET];
    expect((await runCommand('prices', args, { from: await writeFolder({}) })).out).toContain(', in CNY\n');
  });

  test('npm run prices names each price that it does not find, and writes nothing', async () => {
    const { 'AWSLambda.json': _, ...files } = offerFiles();
    const { code, error, file } = await make(files);
    expect(code).toBe(1);
    expect(error).toContain('nothing was written, because not every price was found');
    expect(error).toContain('request: no product of AWSLambda for eu-central-1 ends in Request-ARM');
    expect(error).toContain("query: AWS's files do not have it");
    expect(error).not.toContain('gateway');
    await expect(readFile(file)).rejects.toThrow();
  });

  test('npm run prices names a price with two different figures', async () => {
    const files = offerFiles();
    const twice = (files['AmazonS3.json'] ?? '').replace(
      'USE1-Requests-Tier2","regionCode":"us-east-1',
      'USE1-Requests-Tier2","regionCode":"eu-central-1',
    );
    const { code, error } = await make({ ...files, 'AmazonS3.json': twice }, ...SET);
    expect(code).toBe(1);
    expect(error).toMatch(/objectRead: AmazonS3 has [\d.e-]+ and 9 for Requests-Tier2/);
  });

  test('npm run prices refuses a file that is no price list of AWS, and names it', async () => {
    const { code, error, from } = await make({ ...offerFiles(), 'notes.txt': 'hello' }, ...SET);
    expect([code, error]).toEqual([
      1,
      `${join(from, 'notes.txt')} is no price list file of AWS: leave only the downloaded index.json files in the folder\n`,
    ]);
  });

  test('npm run prices replaces a price list, and no other file', async () => {
    const from = await writeFolder(offerFiles());
    const folder = await writeFolder({ 'mine.json': '{"a":1}' });
    const run = (out: string) =>
      runCommand('prices', ['--region', 'eu-central-1', '--from', from, '--out', out, ...SET], { from: folder });
    expect((await run('mine.json')).error).toBe('--out: mine.json exists and is no price list: choose another name\n');
    expect([(await run('list.json')).code, (await run('list.json')).code]).toEqual([0, 0]);
  });

  test('npm run prices says which files have the prices of a region', async () => {
    const { out } = await runCommand('prices', ['--region', 'eu-central-1']);
    expect(out).toContain(
      'https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws/AmazonS3/current/eu-central-1/index.json\n',
    );
    const { out: chinese } = await runCommand('prices', ['--region', 'cn-north-1']);
    expect(chinese).toContain(
      'https://pricing.cn-north-1.amazonaws.com.cn/offers/v1.0/cn/AWSLambda/current/cn-north-1/index.json\n',
    );
  });

  test.each([
    [[], '--region or --form is missing: add one, such as --region eu-central-1\n'],
    [['--region', 'nowhere'], "--region must be a region of AWS, such as eu-central-1, not 'nowhere'\n"],
    [
      ['--from', 'x', '--out', 'y'],
      '--region is missing: --region eu-central-1 --from <folder> --out eu-central-1.json\n',
    ],
    [['--set', 'querry=1'], "--set must be names and prices, such as query=0.38, not 'querry=1'; names: gateway, "],
  ])('npm run prices refuses %j', async (args, error) => {
    const outcome = await runCommand('prices', args);
    expect([outcome.code, outcome.error.slice(0, error.length)]).toEqual([2, error]);
  });
});
