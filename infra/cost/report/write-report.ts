import { readFile, writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { invocationFolder } from '../../dashboard/folder/read-dashboard-file.ts';
import { explainWriteError } from '../../terminal/fail.ts';
import type { Savings } from '../savings/find-savings.ts';
import { formatHtml, HTML_MARK } from './format-html.ts';
import { formatWallsCsv, ROW_COLUMNS, type WallsReport } from './format-walls.ts';

const ENDINGS: readonly string[] = ['.html', '.csv'];

/** Returns the reason why `--report` cannot be used; undefined if it can. */
export const refuseReport = (file: string): string | undefined =>
  ENDINGS.includes(extname(file)) ? undefined : `--report must end in .html or .csv, such as bill.html, not '${file}'`;

/** True if a report made a file. */
const isReport = (text: string): boolean => text.includes(HTML_MARK) || text.split('\n', 1)[0] === ROW_COLUMNS.join();

/**
 * Writes a report as HTML or CSV, by the ending of the file's name.
 * @throws Error with a message for the user. A file that no report made is not replaced.
 */
export const writeReport = async (name: string, report: WallsReport, savings?: Savings): Promise<void> => {
  const file = resolve(invocationFolder(), name);
  const old = await readFile(file, 'utf8').catch(() => undefined);
  if (old !== undefined && !isReport(old))
    throw new Error(`--report: ${name} exists, and no report made it: choose another name, or remove the file`);
  const today = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
  const text = extname(file) === '.csv' ? formatWallsCsv(report) : formatHtml(report, today, savings);
  await writeFile(file, text).catch((error) => {
    throw explainWriteError(error, name);
  });
};
