import { describe, expect, test } from '@jest/globals';
import { proposeColumns } from '../../../../infra/begin/answers/propose-columns.ts';
import { proposeRows } from '../../../../infra/begin/answers/propose-rows.ts';
import { writeProposal } from '../../../../infra/begin/answers/write-proposal.ts';

const list = (length: number) => Array.from({ length }, (_, id) => ({ id, name: `n${id}` }));

describe('the proposed path of the rows', () => {
  test.each([
    ['', list(2), 'the document itself is the list'],
    ['data.items', { ok: true, data: { total: 2, items: list(2) } }, 'a list deep in the document is found'],
    ['data', { data: list(2), included: list(9) }, 'a usual name counts for more than a longer list'],
    ['orders', { orders: list(9), warnings: list(1) }, 'the longest list is taken'],
    ['issues', { errors: [], issues: list(1), tags: ['a', 'b'] }, 'blank lists and lists of texts are no rows'],
    ['issues', { issues: [], total: 0 }, 'a list without rows is taken if there is no other'],
    ['rows', { columns: ['a', 'b'], rows: [[1, 2]] }, 'rows may be lists of cells'],
    ['items', { items: [{ id: 1, labels: list(5) }] }, 'lists inside of rows are no rows'],
    ['sites.*', { sites: { east: { a: 1, b: 2 }, west: { a: 3, b: 4 } } }, 'a map of like maps has a row for each'],
    ['', { open: 3, closed: 4 }, 'a map of figures has no rows'],
    ['', 'text', 'a text has no rows'],
  ])('%j is proposed for %j: %s', (path, document, _) => expect(proposeRows(document)).toBe(path));
});

const columnsOf = (rows: readonly Readonly<Record<string, string>>[]) => {
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return proposeColumns({ header, rows: rows.map((row) => header.map((name) => row[name] ?? '')) }, 'UTC');
};

describe('the proposed columns', () => {
  test('addresses, codes, long texts, nested values and blank columns are left out', () => {
    const row = {
      id: '1',
      url: 'https://api.test/1',
      node_id: 'I_kwDOABC123456789',
      body: 'x'.repeat(200),
      list: '[1,2]',
      none: '',
    };
    const { keys, others } = columnsOf([row, { ...row, id: '2' }]);
    expect(keys).toEqual({ columns: { id: 'id' } });
    expect(others).toEqual(['url', 'node_id', 'body', 'list', 'none']);
  });

  test('a column has the last step of its path as its name, and more steps if that is vague or taken', () => {
    const { keys } = columnsOf([
      { state: 'a', 'user.name': 'Li', 'user.id': '7', 'fields.state': 'b', 'host.fields.state': 'c', $key: 'east' },
    ]);
    expect(keys.columns).toEqual({
      state: 'state',
      user: 'user.name',
      user_id: 'user.id',
      fields_state: 'fields.state',
      host_fields_state: 'host.fields.state',
      key: '$key',
    });
  });

  test('cells of lists are named by their position', () =>
    expect(columnsOf([{ 1: 'a', 2: '5' }]).keys.columns).toEqual({ column1: '1', column2: '2' }));

  test('the keys that say how cells are written are proposed with the columns that need them', () => {
    const { keys } = columnsOf([
      { createdAt: '1795158600', load: '12 ms', amount: '1.234,5' },
      { createdAt: '1795158700', load: '-', amount: '7,25' },
    ]);
    expect(keys).toMatchObject({ dates: 'seconds', decimal: ',' });
  });

  test('of many columns those that differ and lie near are proposed', () => {
    const wide = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`a.b.c${at}`, 'same']));
    const { columns, others } = columnsOf([
      { ...wide, state: 'x' },
      { ...wide, state: 'y' },
    ]);
    expect(columns).toHaveLength(10);
    expect(columns.map(({ name }) => name)).toContain('state');
    expect(others).toHaveLength(21);
  });

  test('no rows give no columns', () => expect(columnsOf([]).keys).toEqual({}));
});

describe('the lines of a proposal', () => {
  test('a value that YAML would read otherwise is in quotes', () =>
    expect(
      writeProposal('datasets:\n  a:\n    http:\n        host: b\n', 'a', { rows: '*', columns: { 1: '1' } }),
    ).toEqual({
      place: 'Lines for `http` of the dataset a in dashboard.yml:',
      lines: "        rows: '*'\n        columns: { '1': '1' }",
    }));
});
