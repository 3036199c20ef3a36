import { describe, expect, test } from '@jest/globals';
import { checkStatements } from '../../../infra/check/check-statements.ts';
import { loadDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import { endpointsFile, writeFolder } from '../../support/folders/write-folder.ts';

test('a file of seeds that runs too long is an error at its place, and check ends', async () => {
  const folder = await writeFolder({
    'dashboard.yml': endpointsFile('  pie: { component: 3D Pie Chart, sql: select name, value from shares }'),
    'data/1-shares.sql': 'create table shares (name text, value int);',
    'data/2-slow.sql': 'select count(*) from generate_series(1, 1000000000000);',
  });
  expect(await checkStatements(await loadDashboard(folder), 5_000)).toEqual([
    {
      file: `${folder}/data/2-slow.sql`,
      line: 1,
      column: 1,
      severity: 'error',
      message: 'the file still runs after 5 s',
      hint: expect.stringMatching(/^correct the statement: .+ runs this file, too$/),
    },
  ]);
});

describe('the zone of times in a statement', () => {
  const NY = 'America/New_York';
  const SEEDS = `create table f (k text, at timestamptz, local timestamp, d date, n numeric);
insert into f values ('a', '2026-11-20 15:30+00', '2026-11-20 15:30', '2026-11-20', 1);`;

  /** Checks a list with a statement. Returns each diagnostic as `severity: message (hint)`. */
  const notesOf = async (keys: string, timezone = NY, seeds = true): Promise<readonly string[]> => {
    const yaml = `dashboard: ops\ntimezone: ${timezone}\nendpoints:\n  one:\n    component: Rows\n    ${keys}\n`;
    const folder = await writeFolder({ 'dashboard.yml': yaml, ...(seeds && { 'data/f.sql': SEEDS }) });
    const found = await checkStatements(await loadDashboard(folder));
    return found.map(({ severity, message, hint }) => `${severity}: ${message} (${hint})`);
  };

  test.each([
    [
      'sql: select at, n from f',
      "note: column 'at' is shown in UTC, not in America/New_York (write to_char(at at time zone 'America/New_York', 'YYYY-MM-DD HH24:MI'))",
    ],
    [
      "sql: select to_char(date_trunc('day', at), 'YYYY-MM-DD') as day, sum(n) as n from f group by 1",
      "note: date_trunc('day', ...) begins at midnight in UTC, not in America/New_York (write date_trunc('day', at, 'America/New_York'); for a date write date_trunc('day', at)::date)",
    ],
    [
      "{ sql: \"select date_trunc('hour', at at time zone 'America/New_York') as at, n from f\", columns: { at: { time: at } } }",
      "note: column 'at' has no zone and is read as UTC, but the statement moves it to another zone (leave `at time zone` out, or write (at) at time zone 'America/New_York' around it)",
    ],
  ])('%s has a note with a mend', async (keys, note) => {
    const flat = keys.startsWith('{') ? keys.slice(2, -2).replace(', columns', '\n    columns') : keys;
    expect(await notesOf(flat)).toEqual([note]);
    expect(await notesOf(flat, 'UTC')).toEqual([]);
  });

  test.each([
    "select to_char(at at time zone 'America/New_York', 'YYYY-MM-DD HH24:MI') as at, n from f",
    "select to_char(date_trunc('day', at, 'America/New_York'), 'YYYY-MM-DD') as day, n from f",
    "select to_char(date_trunc('month', d)::date, 'YYYY-MM') as month, n from f",
    'select d, local, n from f',
  ])('%s has none', async (sql) => {
    expect(await notesOf(`sql: "${sql}"`)).toEqual([]);
  });

  test('without seeds, the text of a statement has the same notes', async () => {
    const day = 'sql: "select date_trunc(\'day\', at) as at, n from f"';
    expect(await notesOf(day, NY, false)).toEqual([
      expect.stringContaining("date_trunc('day', ...) begins at midnight"),
    ]);
    const moved = 'sql: "select at at time zone \'America/New_York\' as at from f"\n    columns: { at: { time: at } }';
    expect(await notesOf(moved, NY, false)).toEqual([
      "note: the statement moves a time to another zone: a time without a zone is read as UTC (leave `at time zone` out, or write (...) at time zone 'America/New_York' around it)",
    ]);
    expect(await notesOf(moved, 'UTC', false)).toEqual([]);
    const twice = moved.replace('as at', "at time zone 'America/New_York' as at");
    expect(await notesOf(twice, NY, false)).toEqual([]);
  });
});
