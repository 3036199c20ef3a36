import { describe, expect, test } from '@jest/globals';
import { expandRejects } from '../../support/rejects/expand-rejects.ts';
import type { RejectInput, WrittenReject } from '../../support/rejects/reject.ts';

const body = { unit: 'ms', series: [{ name: 'Web', data: [1, 2] }] };
const csv = ['name,value', 'Web,1', 'App,2'];
const tables = { nodes: ['id', 'a', 'b'], links: ['from,to', 'a,b'] };

const readJson = (file: string): unknown => ({ file });

const expand = (base: RejectInput, reject: Omit<WrittenReject, 'why' | 'message'>) =>
  expandRejects([{ base, rejects: [{ why: 'a near miss', message: 'must be', ...reject }] }], readJson)[0];

describe('a change to a body', () => {
  test.each([
    ['a field', { unit: 5 }, { ...body, unit: 5 }],
    ['a field that is added', { color: 'red' }, { ...body, color: 'red' }],
    ['a field inside an entry', { 'series[0].name': 5 }, { ...body, series: [{ name: 5, data: [1, 2] }] }],
    ['an entry of a list', { 'series[0].data[1]': '2' }, { ...body, series: [{ name: 'Web', data: [1, '2'] }] }],
    ['an entry added to a list', { 'series[0].data[2]': 3 }, { ...body, series: [{ name: 'Web', data: [1, 2, 3] }] }],
  ])('a change to a body sets %s, and expects the violation at the same path', (_, set, changed) => {
    const [path] = Object.keys(set);
    expect(expand({ body }, { set })).toEqual({
      why: 'a near miss',
      body: changed,
      error: 'BODY_INVALID',
      path,
      message: 'must be',
    });
  });

  test.each([
    ['unit', { series: body.series }, ''],
    ['series[0].name', { unit: 'ms', series: [{ data: [1, 2] }] }, 'series[0]'],
    ['series[0].data[0]', { unit: 'ms', series: [{ name: 'Web', data: [2] }] }, 'series[0].data'],
  ])('a change to a body removes %s, and expects the violation in the remaining part', (remove, changed, path) => {
    expect(expand({ body }, { remove })).toMatchObject({ body: changed, path });
  });

  test('a change to a body sets fields before it removes others, and several changes expect no particular path', () => {
    const expanded = expand({ body }, { set: { unit: 5 }, remove: ['series[0].data[1]', 'series[0].data[0]'] });
    expect(expanded).toMatchObject({ body: { unit: 5, series: [{ name: 'Web', data: [] }] } });
    expect(expanded).not.toHaveProperty('path');
  });

  test('a change to a body expects the violation at the path that the reject states', () => {
    expect(expand({ body }, { set: { 'series[0].data[2]': 3 }, path: 'series[0].data' })?.path).toBe('series[0].data');
  });

  test('a change to a body leaves the base unchanged', () => {
    expand({ body }, { set: { 'series[0].name': 5 }, remove: 'unit' });
    expect(body).toEqual({ unit: 'ms', series: [{ name: 'Web', data: [1, 2] }] });
  });

  test('a change to a body applies to the document in the file that the base names', () => {
    expect(expand({ body: 'sample.json' }, { set: { unit: 5 } })?.body).toEqual({ file: 'sample.json', unit: 5 });
  });

  test('a reject with a body of its own needs no change', () => {
    expect(expand({ body }, { body: [], path: '' })).toMatchObject({ body: [], path: '' });
  });
});

describe('a change to tables', () => {
  test('a change to a table replaces a line, and expects the violation at the changed cell', () => {
    expect(expand({ csv }, { lines: { 3: 'App,' }, column: 2, error: 'TABLE_CELL' })).toEqual({
      why: 'a near miss',
      csv: ['name,value', 'Web,1', 'App,'],
      error: 'TABLE_CELL',
      line: 3,
      column: 2,
      message: 'must be',
    });
  });

  test('a change to a table expects no line number in the error if the reject names no column', () => {
    expect(expand({ csv }, { lines: { 4: 'Web,3' } })).not.toHaveProperty('line');
  });

  test('a change to tables adds a line to one of several tables', () => {
    expect(expand({ csv: tables }, { lines: { links: { 3: 'a,c' } }, column: 2 })).toMatchObject({
      csv: { nodes: tables.nodes, links: ['from,to', 'a,b', 'a,c'] },
      table: 'links',
      line: 3,
      column: 2,
    });
  });

  test('a change to tables replaces one of several tables, and keeps the others', () => {
    expect(expand({ csv: tables }, { csv: { links: ['from,to'] } })?.csv).toEqual({ ...tables, links: ['from,to'] });
  });

  test('a change to a table keeps the options and the reading of the base unless the reject has its own', () => {
    const base = { csv, options: { style: 1 }, reading: 'table' } as const;
    expect(expand(base, { lines: { 3: 'App,' } })).toMatchObject({ options: { style: 1 }, reading: 'table' });
    expect(expand(base, { lines: { 3: 'App,' }, options: {} })?.options).toEqual({});
  });
});

describe('a change that does not fit its base', () => {
  test.each<readonly [RejectInput, Omit<WrittenReject, 'why' | 'message'>, string]>([
    [{ body }, { set: { unit: 'ms' } }, 'unit has this value in the base'],
    [{ body }, { set: { 'series[0].unit.name': 5 } }, 'the base has no object or list around series[0].unit.name'],
    [{ body }, { set: { 'series[2]': {} } }, 'series[2] would leave a gap in its list'],
    [{ body }, { remove: 'series[0].unit' }, 'the base has no series[0].unit to remove'],
    [{ csv }, { lines: { 3: 'App,2' } }, 'line 3 has this text in the base'],
    [{ csv }, { lines: { 5: 'App,2' } }, 'line 5 is beyond the line after the last'],
    [{ csv: tables }, { lines: { regions: { 2: 'a' } } }, 'the base has no table regions'],
  ])('the base %j refuses the change %j', (base, reject, message) => {
    expect(() => expand(base, reject)).toThrow(`rejects.json, 'a near miss': ${message}`);
  });
});
