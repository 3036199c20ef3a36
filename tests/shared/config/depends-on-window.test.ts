import { describe, expect, test } from '@jest/globals';
import { windowDependence } from '../../../shared/config/depends-on-window.ts';
import type { WindowConfig } from '../../../shared/config/selection.ts';
import type {
  CsvSource,
  DatasetConfig,
  DatasetWindow,
  SqlParameter,
  TableSource,
} from '../../../shared/config/sources.ts';

const sql = (...parameters: SqlParameter[]): TableSource => ({ source: 'sql', statement: 'select 1', parameters });
const csv = (window?: WindowConfig): CsvSource => ({
  source: 'csv',
  key: 'wall/orders.csv',
  ...(window && { selection: { window } }),
});
const list = (...of: CsvSource[]): TableSource => ({ source: 'list', of });

const HOUR_MS = 3_600_000;

const PLAIN = { period: false, time: false };
const BOTH = { period: true, time: true };
const TIME = { period: false, time: true };

describe('the request parameters that a body depends on', () => {
  test.each<[string, TableSource, { period: boolean; time: boolean }]>([
    ['of a file depends on neither currentTime nor timePeriod', csv(), PLAIN],
    ['of a file with a window depends on currentTime and timePeriod', csv({ of: 'at' }), BOTH],
    ['of a file with a bounded window depends on currentTime and timePeriod', csv({ of: 'at', atMost: HOUR_MS }), BOTH],
    ['of a file with a length of its own depends on currentTime alone', csv({ of: 'at', last: HOUR_MS }), TIME],
    ['of a file with the rows of today depends on currentTime alone', csv({ of: 'at', last: 'today' }), TIME],
    ['of a list depends on each time that one of its files depends on', list(csv(), csv({ of: 'at' })), BOTH],
    ['of a query without parameters depends on neither currentTime nor timePeriod', sql(), PLAIN],
    ['of a query with :from depends on currentTime and timePeriod', sql('from'), BOTH],
    ['of a query with :to depends on currentTime alone', sql('to'), TIME],
    ['of a query with :currentTime depends on currentTime alone', sql('currentTime'), TIME],
    ['of a query with :timePeriod depends on timePeriod alone', sql('timePeriod'), { period: true, time: false }],
  ])('a body %s', (_, source, expected) => {
    for (const tables of [{ table: source }, { nodes: csv(), links: source }]) {
      expect(windowDependence({ tables })).toEqual(expected);
    }
  });
});

const athena = (parameters: readonly SqlParameter[], window?: DatasetWindow): DatasetConfig => ({
  source: { source: 'athena', statement: 'select 1', parameters, database: 'shop' },
  ttl: HOUR_MS,
  shared: false,
  ...(window && { window }),
});
const file = (window?: WindowConfig): DatasetConfig => ({ source: csv(window), ttl: HOUR_MS, shared: false });

describe('a body over a dataset', () => {
  test.each<[string, DatasetConfig, { period: boolean; time: boolean }]>([
    ['without parameters depends on neither currentTime nor timePeriod', athena([]), PLAIN],
    ['with :from depends on currentTime and timePeriod', athena(['from', 'to']), BOTH],
    ['with a bounded window depends on currentTime and timePeriod', athena(['from'], { atMost: HOUR_MS }), BOTH],
    ['with a length of its own depends on currentTime alone', athena(['from'], { last: HOUR_MS }), TIME],
    ['with the rows of today depends on currentTime alone', athena(['from', 'to'], { last: 'today' }), TIME],
    ['of a file depends on neither currentTime nor timePeriod', file(), PLAIN],
    ['of a file with a window depends on currentTime and timePeriod', file({ of: 'at' }), BOTH],
    ['of a file with a length of its own depends on currentTime alone', file({ of: 'at', last: HOUR_MS }), TIME],
  ])('a body over a dataset %s', (_, dataset, expected) => {
    const tables: Record<string, TableSource> = { table: { source: 'dataset', dataset: 'sales', selection: {} } };
    const endpoint = { tables, datasets: { sales: dataset } };
    expect(windowDependence(endpoint)).toEqual(expected);
  });

  test('a body over a dataset depends on currentTime and timePeriod if the endpoint selects a window of the rows', () => {
    const table: TableSource = { source: 'dataset', dataset: 'sales', selection: { window: { of: 'at' } } };
    const endpoint = { tables: { table }, datasets: { sales: athena([]) } };
    expect(windowDependence(endpoint)).toEqual(BOTH);
  });
});
