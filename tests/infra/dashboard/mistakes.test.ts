import { relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { checkStatements } from '../../../infra/check/check-statements.ts';
import { checkBudget } from '../../../infra/cost/estimate-dashboard.ts';
import { checkDashboard } from '../../../infra/dashboard/check-dashboard.ts';
import { describeDiagnostic } from '../../../infra/dashboard/folder/diagnostic.ts';
import { translations } from '../../../infra/language/translate.ts';
import { type DatabaseWorker, emptyImage, startWorker } from '../../../infra/local/emulators/rds-data/start-worker.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { CLIENT_MISTAKES, KEY_MISTAKES } from '../../support/mistakes/clients.ts';
import { MARK } from '../../support/mistakes/dashboards.ts';
import { DOUBTFUL_DATA } from '../../support/mistakes/doubtful.ts';
import { EMPTY_ENDPOINTS } from '../../support/mistakes/empty.ts';
import { FIGURES } from '../../support/mistakes/figures.ts';
import { PARAMETER_MISTAKES } from '../../support/mistakes/parameters.ts';
import { MISPLACED } from '../../support/mistakes/places.ts';
import { RIGHT } from '../../support/mistakes/right.ts';
import { SQL_MISTAKES } from '../../support/mistakes/sql.ts';
import { WORDS } from '../../support/mistakes/words.ts';

const MISTAKES = [
  ...CLIENT_MISTAKES,
  ...KEY_MISTAKES,
  ...PARAMETER_MISTAKES,
  ...SQL_MISTAKES,
  ...EMPTY_ENDPOINTS,
  ...DOUBTFUL_DATA,
  ...MISPLACED,
  ...WORDS,
  ...FIGURES,
];

type Files = Readonly<Record<string, string>>;

/** Returns the place of the mark. In a CSV file, the column counts the cells. */
const placeOfMark = (files: Files): string => {
  const [name = '', text = ''] = Object.entries(files).find(([, content]) => content.includes(MARK)) ?? [];
  const lines = text.slice(0, text.indexOf(MARK)).split('\n');
  const last = lines.at(-1) ?? '';
  return `${name}:${lines.length}:${name.endsWith('.csv') ? last.split(',').length : last.length + 1}`;
};

let database: DatabaseWorker;
beforeAll(async () => {
  database = startWorker(await emptyImage());
});
afterAll(() => database.terminate());

const EMPTY_DATABASE = 'drop schema public cascade; create schema public;';

/** Empties the database that all cases share. A new database for each case would take most of the time. */
const startEmpty = async (): Promise<DatabaseWorker> => {
  expect(await database.call('seed', [{ file: 'empty.sql', text: EMPTY_DATABASE }])).toBeUndefined();
  return { call: database.call, terminate: async () => undefined };
};

const check = async (endpoints: string, files: Files) => {
  const all = { 'dashboard.yml': `dashboard: ops\n${endpoints}\n`, ...files };
  const plain = Object.entries(all).map(([name, text]) => [name, text.replace(MARK, '')]);
  const folder = await writeFolder(Object.fromEntries(plain));
  const { errors, warnings, notes } = await checkDashboard(folder, [
    (one) => checkStatements(one, undefined, startEmpty),
    checkBudget,
  ]);
  const found = [...errors, ...warnings, ...notes].map((one) => ({
    severity: one.severity,
    place: `${relative(folder, one.file)}:${one.line}:${one.column}`,
    text: describeDiagnostic(one),
    untranslated: [one.message, one.hint ?? ''].filter((said) => said !== '' && translations(said).length !== 1),
  }));
  return { found, place: placeOfMark(all) };
};

describe('a dashboard with one mistake', () => {
  test.each(MISTAKES)(
    '%s: check reports one %s at its place, also in Chinese',
    async (_title, severity, words, endpoints, files = {}) => {
      const { found, place } = await check(endpoints, files);
      expect(found).toEqual([{ severity, place, text: expect.stringContaining(words), untranslated: [] }]);
    },
  );
});

describe('a dashboard without a mistake', () => {
  test.each(RIGHT)('%s has neither errors nor warnings', async (_title, endpoints, files = {}) => {
    const { found } = await check(endpoints, files);
    expect(found).toEqual([]);
  });
});
