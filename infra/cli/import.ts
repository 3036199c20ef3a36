import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { nearestNames } from '../../shared/catalogue/nearest-names.ts';
import { otherKind } from '../../shared/csv/file-kinds.ts';
import { writeCsv } from '../../shared/csv/write-csv.ts';
import { pluralize } from '../../shared/errors/pluralize.ts';
import { nameFiles, openWorkbook, type Sheet, type Workbook } from '../begin/read-workbook.ts';
import { describeNotes } from '../begin/sheet-notes.ts';
import { describeSuggestions } from '../begin/suggestions/endpoint-lines.ts';
import { endpointKeysOf } from '../begin/suggestions/slug.ts';
import { defineCommand } from '../command-line/define-command.ts';
import { DASHBOARD_OPTION, readDashboardFolder } from '../command-line/target.ts';
import { didYouMean } from '../dashboard/folder/name-words.ts';
import { type DashboardFolder, FILE_NAME, invocationFolder } from '../dashboard/folder/read-dashboard-file.ts';
import { writeFiles } from '../program/write-files.ts';
import { type CommandFailure, EXIT_USAGE, fail } from '../terminal/fail.ts';
import { print, printData } from '../terminal/print.ts';

const open = async (given: string): Promise<Workbook | CommandFailure> => {
  const file = resolve(invocationFolder(), given);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return fail(`${given} ${found ? 'is not a file' : 'does not exist'}`, EXIT_USAGE);
  if (extname(file).toLowerCase() === '.csv' && !otherKind(await readFile(file), 'csv')) {
    return fail(
      `${given} is a CSV file, which needs no import: copy it to data/, and name it as \`csv\` in dashboard.yml`,
    );
  }
  try {
    return await openWorkbook(file);
  } catch (error) {
    return fail(`${given}: ${(error as Error).message}`);
  }
};

const refuseSheet = (wanted: string, names: readonly string[]): CommandFailure => {
  const near = nearestNames(wanted, names);
  return fail(
    `--sheet: there is no sheet ${wanted} (${near.length > 0 ? didYouMean(near) : `the workbook has ${names.join(', ')}`})`,
    EXIT_USAGE,
  );
};

interface Chosen {
  readonly sheet: string | undefined;
  readonly hidden: boolean;
  readonly visible: boolean;
}

/** Reads the sheet that the user named, or else all sheets that are neither hidden nor blank. */
const readSheets = async (
  { names, hidden, read }: Workbook,
  given: string,
  { sheet: wanted, hidden: takesHidden, visible: isVisibleOnly }: Chosen,
): Promise<readonly Sheet[] | CommandFailure> => {
  if (wanted !== undefined && !names.includes(wanted)) return refuseSheet(wanted, names);
  const shown = takesHidden ? names : names.filter((name) => !hidden.includes(name));
  const sheets: Sheet[] = [];
  try {
    for (const name of wanted === undefined ? new Set(shown) : [wanted])
      sheets.push(...(await read(name, isVisibleOnly)));
  } catch (error) {
    return fail(`${given}: ${(error as Error).message}`);
  }
  if (wanted !== undefined) return sheets;
  const filled = sheets.filter(({ rows }) => rows.length > 0);
  return filled.length > 0 ? filled : fail('the workbook has no sheet with cells');
};

/** Writes all sheets or none. */
const writeSheets = async (
  sheets: readonly Sheet[],
  files: readonly string[],
  { path, nameOf }: DashboardFolder,
  isVisibleOnly: boolean,
): Promise<readonly string[]> => {
  const paths = files.map((file) => `data/${file}`);
  const verbs = paths.map((one) => (existsSync(join(path, one)) ? 'Replaced' : 'Wrote'));
  const texts = sheets.map(({ rows }, index) => [paths[index], writeCsv(rows)] as const);
  await writeFiles(path, Object.fromEntries(texts), (one) => nameOf(join(path, one)), 'import');
  return sheets.map((sheet, index) => {
    const count = pluralize(Math.max(0, sheet.rows.length - 1), 'row');
    const written = `${verbs[index]} ${paths[index]} from the sheet ${sheet.name}: ${count}`;
    return [written, ...describeNotes(sheet, isVisibleOnly)].join('\n  ');
  });
};

const indent = (text: string): string => text.replaceAll(/^/gm, '  ');

/** Proposes a different key for each endpoint. */
const printSuggestions = async (
  written: readonly string[],
  files: readonly string[],
  { path }: DashboardFolder,
): Promise<void> => {
  const definition = await readFile(join(path, FILE_NAME), 'utf8').catch(() => '');
  const taken = new Set(endpointKeysOf(definition));
  for (const [index, file] of files.entries()) {
    const found = await describeSuggestions(file, await readFile(join(path, 'data', file)), taken);
    if (found.key !== undefined) taken.add(found.key);
    print(`${written[index]}\n${indent(found.fits)}`);
    if (found.lines !== undefined) printData(indent(found.lines));
    for (const note of found.notes) print(indent(note));
  }
};

export const command = defineCommand({
  argument: { value: 'workbook', meaning: 'an .xlsx file' },
  options: {
    sheet: {
      value: 'name',
      meaning: 'imports only this sheet; by default all sheets that are neither hidden nor blank',
    },
    hidden: { meaning: 'imports hidden sheets too' },
    visible: { meaning: 'leaves out rows and columns that a filter or a user has hidden' },
    dashboard: DASHBOARD_OPTION,
  },
  notes: [
    'The first row of a sheet becomes the header. Formulas become their values, cells with an error stay as shown, and ' +
      'times become yyyy-MM-dd HH:mm:ss. Percentages and currencies keep their signs. A merged text fills its area. To import again after a change, repeat the command: it replaces the files.',
  ],
  run: async ({ sheet, hidden = false, visible = false, dashboard }, { words: [workbook = ''] }) => {
    const opened = await open(workbook);
    if ('failure' in opened) return opened;
    const chosen = await readSheets(opened, workbook, { sheet, hidden, visible });
    if ('failure' in chosen) return chosen;
    const folder = await readDashboardFolder(dashboard);
    if ('failure' in folder) return folder;
    const files = nameFiles(
      basename(workbook, extname(workbook)),
      chosen.map(({ name }) => name),
    );
    const leftOut = hidden || sheet !== undefined ? [] : opened.hidden;
    for (const name of leftOut) print(`Left out the hidden sheet ${name}: --hidden imports it`);
    await printSuggestions(await writeSheets(chosen, files, folder, visible), files, folder);
    return undefined;
  },
});
