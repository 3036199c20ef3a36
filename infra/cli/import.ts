import { mkdir, stat, writeFile } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { nearestNames } from '../../shared/catalogue/nearest-names.ts';
import { writeCsv } from '../../shared/csv/write-csv.ts';
import { pluralize } from '../../shared/errors/pluralize.ts';
import { invocationDir } from '../dashboard/dashboard-folder.ts';
import { describeFitting } from '../dashboard/fit/describe-fitting.ts';
import { didYouMean } from '../dashboard/name-words.ts';
import { nameFiles } from '../dashboard/workbook/name-files.ts';
import { readWorkbook, type Sheet } from '../dashboard/workbook/read-workbook.ts';
import { type CommandFailure, EXIT_USAGE, fail } from '../terminal/fail.ts';
import { DASHBOARD_OPTION, readDashboardFolder } from './dashboard-option.ts';
import { defineCommand } from './define-command.ts';

const readSheets = async (given: string): Promise<readonly Sheet[] | CommandFailure> => {
  const file = resolve(invocationDir, given);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return fail(`${given} ${found ? 'is not a file' : 'does not exist'}`, EXIT_USAGE);
  try {
    return await readWorkbook(file);
  } catch (error) {
    return fail(`${given}: ${(error as Error).message}`);
  }
};

/** Returns the sheets to import: the sheet that the user named, or else all sheets that are not blank. */
const chooseSheets = (sheets: readonly Sheet[], wanted: string | undefined): readonly Sheet[] | CommandFailure => {
  const names = sheets.map(({ name }) => name);
  if (wanted === undefined) {
    const filled = sheets.filter(({ rows }) => rows.length > 0);
    return filled.length > 0 ? filled : fail('the workbook has no sheet with cells');
  }
  const found = sheets.filter(({ name }) => name === wanted);
  if (found.length > 0) return found;
  const near = nearestNames(wanted, names);
  return fail(
    `--sheet: there is no sheet ${wanted} (${near.length > 0 ? didYouMean(near) : `the workbook has ${names.join(', ')}`})`,
    EXIT_USAGE,
  );
};

const importSheet = async ({ name, rows }: Sheet, file: string, data: string): Promise<void> => {
  const text = writeCsv(rows);
  const path = join(data, file);
  const isThere = (await stat(path).catch(() => undefined)) !== undefined;
  await writeFile(path, text);
  const count = pluralize(Math.max(0, rows.length - 1), 'row');
  console.log(`${isThere ? 'Replaced' : 'Wrote'} data/${file} from the sheet ${name}: ${count}`);
  console.log((await describeFitting(file, Buffer.from(text))).replaceAll(/^/gm, '  '));
};

export const command = defineCommand({
  argument: { value: 'workbook', meaning: 'an .xlsx file' },
  options: {
    sheet: { value: 'name', meaning: 'imports only this sheet; by default all sheets that are not blank' },
    dashboard: DASHBOARD_OPTION,
  },
  notes: [
    'The first row of a sheet becomes the header. Formulas become their values, cells with an error become blank, and ' +
      'times become yyyy-MM-dd HH:mm:ss. To import again after a change, repeat the command: it replaces the files.',
  ],
  run: async ({ sheet, dashboard }, { words: [workbook = ''] }) => {
    const sheets = await readSheets(workbook);
    if ('failure' in sheets) return sheets;
    const chosen = chooseSheets(sheets, sheet);
    if ('failure' in chosen) return chosen;
    const folder = await readDashboardFolder(dashboard);
    if ('failure' in folder) return folder;
    const data = join(folder.path, 'data');
    await mkdir(data, { recursive: true });
    const files = nameFiles(
      basename(workbook, extname(workbook)),
      chosen.map(({ name }) => name),
    );
    for (const [index, one] of chosen.entries()) await importSheet(one, files[index] as string, data);
    return undefined;
  },
});
