import { expect, test } from '@jest/globals';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import type { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { UNLIMITED } from '../../../shared/limits/budget.ts';
import { bindShape } from '../../../shared/pipeline/bind-endpoints.ts';
import { checkBody } from '../../../shared/pipeline/check-body.ts';
import { text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';

const path = `series[0].${'key'.repeat(5_000)}`;

const shape = defineShape({
  id: 'S0',
  name: 'any',
  components: [],
  tables: { table: table({ name: text }) },
  rules: [{ name: 'never', check: () => [{ path, rule: 'never', message: 'must be a Number' }] }],
  fold: (tables) => tables,
});

const bound = bindShape({ shape, validate: () => true, timezone: 'UTC' }, { options: {} });

const errorOf = (act: () => void): WallfeedError | undefined => {
  try {
    act();
    return undefined;
  } catch (error) {
    return error as WallfeedError;
  }
};

test('an error shows only the beginning of a path with very long keys', () => {
  const error = errorOf(() => checkBody(bound, { body: {}, rows: 0 }, UNLIMITED));
  expect(error).toMatchObject({ code: 'BODY_INVALID' });
  expect(error?.details).toEqual([{ path: `${path.slice(0, 200)}…`, message: 'must be a Number' }]);
  expect(error?.message.length).toBeLessThan(300);
});

test('the check of a document requires three times the time used so far, and the check of a folded body requires that time once', () => {
  const shares: number[] = [];
  const budget = { ...UNLIMITED, checkAhead: (share: number) => shares.push(share) };
  const from = { tables: {}, typed: {} };
  errorOf(() => checkBody(bound, { body: {}, rows: 0 }, budget));
  errorOf(() => checkBody(bound, { body: {}, rows: 0, from }, budget));
  expect(shares).toEqual([3, 1]);
});
