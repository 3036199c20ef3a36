import { expect, test } from '@jest/globals';
import { buildValidators } from '../../../../infra/build/bundling/validators.ts';
import { measureHouse } from '../../../../infra/lab/house/measure-house.ts';
import { projectRoot } from '../../../../infra/program/project-root.ts';

/** Maximum number of lines of the Athena emulator and the check of its SQL. New lines must replace other lines. */
const MAX_ATHENA_LINES = 3200;

test('the measured figures include the files, the circles of folders, the emulator of Athena and the steps of a request', async () => {
  await buildValidators('pie');
  const table = measureHouse(projectRoot);
  const figureOf = (name: string): string => table.split('\n').find((line) => line.startsWith(name)) ?? '';
  expect(figureOf('circles of folders, all depths')).toMatch(/ 0$/);
  expect(figureOf('source files without tests and infra/lab')).toMatch(/ [1-9]\d\d+$/);
  const [lines] = figureOf('lines of the emulator of Athena').match(/\d+$/) ?? [];
  expect(Number(lines)).toBeGreaterThan(1000);
  expect(Number(lines)).toBeLessThanOrEqual(MAX_ATHENA_LINES);
  expect(figureOf('a request with two rows')).toMatch(/ \d{2,3}; \d{1,2}; \d{2,3}$/);
});
