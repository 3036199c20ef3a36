import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { defineCommand, type OptionValues } from '../command-line/define-command.ts';
import { type GivenPrices, OFFERED, offerFiles, readOfferedPrices } from '../cost/price-files/read-offers.ts';
import { OWN_PRICES, PRICE_NAMES, type PriceList, readPriceList } from '../cost/price-list.ts';
import { section } from '../cost/report/paragraph.ts';
import { invocationFolder } from '../dashboard/folder/read-dashboard-file.ts';
import { isRegion } from '../dashboard/head/region.ts';
import { commandLine } from '../program/command-line.ts';
import { type CommandFailure, EXIT_USAGE, explainWriteError, fail } from '../terminal/fail.ts';
import { formatTable } from '../terminal/format-table.ts';
import { print } from '../terminal/print.ts';

const OPTIONS = {
  region: { value: 'region', meaning: 'the region whose prices are wanted, such as eu-central-1' },
  form: { meaning: 'prints the form of a price list' },
  from: { value: 'folder', meaning: 'a folder with the downloaded files; needs --region and --out' },
  out: { value: 'file', meaning: 'the price list to write, for the option --prices of the command cost' },
  set: {
    value: 'name=price',
    isList: true,
    meaning: 'prices that the files do not have, for the units of the form, such as query=0.38 page=3',
  },
} as const;

const describeForm = (form: PriceList): string => {
  const units = PRICE_NAMES.map((name) => {
    const { per, unit, meteredBytes, minUnits } = form.prices[name];
    const metered = [
      ...(meteredBytes === undefined ? [] : [`meteredBytes ${meteredBytes}`]),
      ...(minUnits === undefined ? [] : [`minUnits ${minUnits}`]),
    ];
    return ['', name, `${per} ${unit}`, metered.join(', '), OFFERED[name]?.offer ?? 'not in the files of AWS'];
  });
  return [
    'A price list is a JSON file:',
    '  { region, place, currency, asOf, note, prices: { <name>: { price, per, unit, meteredBytes?, minUnits?, source } } }',
    '',
    'price is a number for `per` units; null says that it is not known. A dashboard that needs an unknown price gets',
    'no total. source says where the price is from. asOf is a month such as 2026-11. meteredBytes is the size of a',
    'billed piece; minUnits is the least number of units of a call. All names are required:',
    ...section('Name, per and unit, pieces, offer of AWS', [formatTable(units)]),
  ].join('\n');
};

const describeDownloads = (region: string): string =>
  [
    `Download these public files, each under a name of its own, into one folder. No account is needed:`,
    ...offerFiles(region).map((file) => `  ${file}`),
    'Then make the price list, and give it to the command cost with --prices:',
    `  ${commandLine('prices', '--region', region, '--from', '<folder>', '--out', `${region}.json`, '--set', 'query=<price>', 'page=<price>')}`,
    'No file has the Data API (query, for a million) and CloudWatch dashboards (page): take them from AWS’s pages.',
  ].join('\n');

/** Reads `query=0.38`. @throws Error with a message for the user. */
const readGiven = (texts: readonly string[]): GivenPrices =>
  Object.fromEntries(
    texts.map((text) => {
      const [, name = '', price = ''] = /^(\w+)=(\d+(?:\.\d+)?)$/.exec(text) ?? [];
      if ((PRICE_NAMES as readonly string[]).includes(name)) return [name, Number(price)];
      throw new Error(
        `--set must be names and prices, such as query=0.38, not '${text}'; names: ${PRICE_NAMES.join(', ')}`,
      );
    }),
  );

const refuseToReplace = async (out: string, file: string): Promise<CommandFailure | undefined> => {
  const isList = readPriceList(file).then(
    () => true,
    () => false,
  );
  if (!existsSync(file) || (await isList)) return undefined;
  return fail(`--out: ${out} exists and is no price list: choose another name`);
};

const writeList = async (values: OptionValues<typeof OPTIONS>): Promise<CommandFailure | undefined> => {
  const { region, from, out } = values;
  if (region === undefined || from === undefined || out === undefined) {
    const missing = Object.entries({ region, from, out }).find(([, value]) => value === undefined)?.[0];
    return fail(`--${missing} is missing: --region eu-central-1 --from <folder> --out eu-central-1.json`, EXIT_USAGE);
  }
  const file = resolve(invocationFolder(), out);
  const refused = await refuseToReplace(out, file);
  if (refused) return refused;
  const form = await readPriceList(OWN_PRICES);
  const list = await readOfferedPrices(resolve(invocationFolder(), from), region, readGiven(values.set ?? []), form);
  await writeFile(file, `${JSON.stringify(list, null, 2)}\n`).catch((error) => {
    throw explainWriteError(error, out);
  });
  print(`wrote ${out}: ${PRICE_NAMES.length} prices of ${list.place}, ${list.asOf}, in ${list.currency}`);
  return undefined;
};

export const command = defineCommand({
  options: OPTIONS,
  run: async (values) => {
    const { region, from, out, set = [], form } = values;
    try {
      readGiven(set);
    } catch (error) {
      return fail((error as Error).message, EXIT_USAGE);
    }
    if (from !== undefined || out !== undefined || set.length > 0) return writeList(values);
    if (region !== undefined && !isRegion(region))
      return fail(`--region must be a region of AWS, such as eu-central-1, not '${region}'`, EXIT_USAGE);
    if (form) print(describeForm(await readPriceList(OWN_PRICES)));
    else if (region !== undefined) print(describeDownloads(region));
    else return fail('--region or --form is missing: add one, such as --region eu-central-1', EXIT_USAGE);
    return undefined;
  },
});
