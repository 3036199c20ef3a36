import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Rule, selector } from '../../../shared/catalogue/rule.ts';
import {
  indexInto,
  refersTo,
  sameKeys,
  sameLength,
  sameValues,
  unique,
  within,
} from '../../../shared/catalogue/rules.ts';
import { MAX_DETAILS } from '../../../shared/errors/wallfeed-error.ts';

const violationsOf = (rule: Rule, body: unknown) => rule.check(body).map(({ path, message }) => `${path}: ${message}`);

describe('selector', () => {
  const select = (body: unknown, path: string) => [...selector(path)(body)];

  test.each([
    ['legend', { legend: [1] }, [{ path: 'legend', value: [1] }]],
    [
      'series[].data',
      { series: [{ data: 1 }, { data: 2 }] },
      [
        { path: 'series[0].data', value: 1 },
        { path: 'series[1].data', value: 2 },
      ],
    ],
    ['[].title', [{ title: 'a' }], [{ path: '[0].title', value: 'a' }]],
    [
      'rows[][]',
      { rows: [['a'], [], ['b']] },
      [
        { path: 'rows[0][0]', value: 'a' },
        { path: 'rows[2][0]', value: 'b' },
      ],
    ],
    ['', 5, [{ path: '', value: 5 }]],
  ])('a selector finds the values at the path "%s"', (path, body, places) => {
    expect(select(body, path)).toEqual(places);
  });

  test('the path of a rule skips absent values and values of another type', () => {
    const series = [{ data: 1 }, {}, null, 'text', [1], { data: null }];
    expect(select({ series }, 'series[].data').map(({ path }) => path)).toEqual(['series[0].data', 'series[5].data']);
    expect(select({ series: { 0: { data: 1 } } }, 'series[].data')).toEqual([]);
  });

  test('a selector finds own properties only', () => {
    expect(select({}, 'constructor')).toEqual([]);
    expect(select([], 'length')).toEqual([]);
    expect(select(JSON.parse('{"__proto__": 1}'), '__proto__')).toEqual([{ path: '__proto__', value: 1 }]);
  });

  test('a selector begins its paths at the value that it was given', () => {
    expect([...selector('rows[]')({ rows: [1] }, 'menus[3]')]).toEqual([{ path: 'menus[3].rows[0]', value: 1 }]);
  });
});

describe('sameLength', () => {
  const rule = sameLength('legend', 'series[].data');

  test('sameLength accepts equal lengths, and absent arrays', () => {
    expect(violationsOf(rule, { legend: [1, 2], series: [{ data: [3, 4] }, { data: [5, 6] }] })).toEqual([]);
    expect(violationsOf(rule, { legend: [], series: [] })).toEqual([]);
    expect(violationsOf(rule, { series: [{ data: [1] }] })).toEqual([]);
  });

  test('sameLength names every array that is longer or shorter', () => {
    const body = { legend: [1, 2], series: [{ data: [3] }, { data: [3, 4] }, { data: [5, 6, 7] }] };
    expect(violationsOf(rule, body)).toEqual([
      'series[0].data: has length 1, but legend has length 2',
      'series[2].data: has length 3, but legend has length 2',
    ]);
    expect(rule.check(body)[0]).toMatchObject({ rule: 'sameLength(legend, series[].data)' });
  });

  test('sameLength compares the lengths of the lists at several paths', () => {
    const several = sameLength('seriestitle', 'textAlign', 'series[]');
    expect(violationsOf(several, { seriestitle: [1, 2], textAlign: [1], series: [[1, 2], [1]] })).toEqual([
      'textAlign: has length 1, but seriestitle has length 2',
      'series[1]: has length 1, but seriestitle has length 2',
    ]);
  });
});

describe('sameValues', () => {
  const rule = sameValues('series[].data[].x');
  const series = (...lists: number[][]) => ({ series: lists.map((list) => ({ data: list.map((x) => ({ x })) })) });

  test('sameValues accepts equal lists, a single list and no list', () => {
    expect(violationsOf(rule, series([1, 2], [1, 2], [1, 2]))).toEqual([]);
    expect(violationsOf(rule, series([1, 2]))).toEqual([]);
    expect(violationsOf(rule, series())).toEqual([]);
    expect(violationsOf(rule, series([], []))).toEqual([]);
  });

  test('sameValues names the first difference of each list', () => {
    expect(violationsOf(rule, series([1, 2, 3], [1, 5, 6], [1, 2, 3], [3, 2, 1]))).toEqual([
      'series[1].data[1].x: is 5, but series[0].data[1].x is 2',
      'series[3].data[0].x: is 3, but series[0].data[0].x is 1',
    ]);
  });

  test('sameValues names a list that is longer or shorter', () => {
    expect(violationsOf(rule, series([1, 2], [1], [1, 2, 3], []))).toEqual([
      'series[1].data: has length 1, but series[0].data has length 2',
      'series[2].data: has length 3, but series[0].data has length 2',
      'series[3].data: has length 0, but series[0].data has length 2',
    ]);
  });
});

describe('sameKeys', () => {
  const rule = within('series[]', sameKeys('header[]', 'list[]', /^key\d+$/));
  const body = (...list: unknown[]) => ({ series: [{ header: [{ key1: 'Host' }, { key2: 'Load' }], list }] });

  test('sameKeys accepts the keys of the header in any order, and ignores other fields', () => {
    expect(violationsOf(rule, body({ key2: 1, key1: 'web-1' }, { key1: '', key2: [1], color: '#fff' }))).toEqual([]);
  });

  test('sameKeys names a row that lacks a key, and a key that the header lacks', () => {
    expect(violationsOf(rule, body({ key1: 'web-1' }, { key1: 'web-2', key2: 1, key3: 2 }))).toEqual([
      'series[0].list[0]: lacks key2, which header[] has',
      'series[0].list[1].key3: is not among the keys of header[]',
    ]);
  });

  test('sameKeys shows only the beginning of a very long key', () => {
    const long = `key${'1'.repeat(5_000)}`;
    const lacking = rule.check({ series: [{ header: [{ [long]: 'Host' }], list: [{}] }] });
    const foreign = rule.check(body({ key1: 'web-1', key2: 1, [long]: 2 }));
    expect(lacking).toMatchObject([{ message: expect.stringMatching(/^lacks key1+…, which header\[\] has$/) }]);
    for (const { message, hint = '' } of [...lacking, ...foreign]) expect((message + hint).length).toBeLessThan(250);
  });
});

describe('unique', () => {
  const rule = unique('nodes[].id');
  const nodes = (...ids: unknown[]) => ({ nodes: ids.map((id) => ({ id })) });

  test('unique accepts different ids, and distinguishes numbers from text', () => {
    expect(violationsOf(rule, nodes('a', 'b', 1, '1'))).toEqual([]);
  });

  test('unique names each repeated id, and the place of its first occurrence', () => {
    expect(violationsOf(rule, nodes('a', 'b', 'a', 'a'))).toEqual([
      'nodes[2].id: "a" is already at nodes[0].id',
      'nodes[3].id: "a" is already at nodes[0].id',
    ]);
  });
});

describe('refersTo', () => {
  const rule = refersTo('links[].from', 'nodes[].id');

  test('refersTo accepts ids that exist', () => {
    expect(violationsOf(rule, { nodes: [{ id: 'a' }, { id: 0 }], links: [{ from: 0 }, { from: 'a' }] })).toEqual([]);
  });

  test('refersTo names an id that does not exist, and the ids that do', () => {
    const nodes = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id }));
    const [violation] = rule.check({ nodes, links: [{ from: 'a' }, { from: 'z' }] });
    expect(violation).toMatchObject({ path: 'links[1].from', message: '"z" is not among nodes[].id' });
    expect(violation?.hint).toBe('use one of "a", "b", "c", "d", "e", …');
    expect(rule.check({ nodes: [], links: [{ from: 'z' }] })[0]?.hint).toBe(
      'the body has no value that could be named here',
    );
  });
});

describe('indexInto', () => {
  const rule = indexInto('links[].from', 'nodes');
  const body = (...from: unknown[]) => ({ nodes: ['a', 'b'], links: from.map((one) => ({ from: one })) });

  test('indexInto accepts indexes from 0', () => {
    expect(violationsOf(rule, body(0, 1))).toEqual([]);
  });

  test.each([-1, 2, 0.5, '0', null])('indexInto refuses the index %p', (from) => {
    expect(violationsOf(rule, body(0, from))).toEqual([
      `links[1].from: ${JSON.stringify(from)} is not an index of nodes`,
    ]);
    expect(rule.check(body(from))[0]?.hint).toBe('the indexes are 0 to 1');
  });

  test('indexInto refuses any index into an empty list', () => {
    expect(rule.check({ nodes: [], links: [{ from: 0 }] })[0]?.hint).toBe('nodes is empty');
  });

  test('indexInto accepts any index if the list is absent', () => {
    expect(violationsOf(rule, { links: [{ from: 7 }] })).toEqual([]);
  });

  test('indexInto may assume a number of entries for an absent list', () => {
    const axes = indexInto('series[].yAxisIndex', 'yAxis', { whenAbsent: 1 });
    const series = [{}, { yAxisIndex: 0 }, { yAxisIndex: 1 }];
    expect(violationsOf(axes, { series })).toEqual(['series[2].yAxisIndex: 1 is not an index of yAxis']);
    expect(axes.check({ series })[0]?.hint).toBe('add yAxis: without it, the only index is 0');
    expect(violationsOf(axes, { yAxis: [{}, {}], series })).toEqual([]);
  });

  test('indexInto may accept indexes written as text', () => {
    const axes = indexInto('series[].yAxis', 'yAxis', { asText: true });
    const body = (...texts: unknown[]) => ({ yAxis: [{}], series: texts.map((yAxis) => ({ yAxis })) });
    expect(violationsOf(axes, body('0'))).toEqual([]);
    expect(violationsOf(axes, body('1', '', '00', '-0', ' 0'))).toHaveLength(5);
  });
});

describe('within', () => {
  test('within applies a rule to each place separately, and reports whole paths', () => {
    const rule = within('menus[]', sameLength('seriestitle', 'series[]'));
    const body = {
      menus: [
        { seriestitle: [1], series: [[1]] },
        { seriestitle: [1, 2], series: [[1, 2], [1]] },
      ],
    };
    expect(violationsOf(rule, body)).toEqual([
      'menus[1].series[1]: has length 1, but menus[1].seriestitle has length 2',
    ]);
    expect(rule.name).toBe('within(menus[], sameLength(seriestitle, series[]))');
  });

  test('within may contain another `within`', () => {
    const rule = within('groups[]', within('menus[]', unique('ids[]')));
    expect(violationsOf(rule, { groups: [{ menus: [{ ids: [1] }, { ids: [1, 1] }] }] })).toEqual([
      'groups[0].menus[1].ids[1]: 1 is already at groups[0].menus[1].ids[0]',
    ]);
  });
});

const rules = [
  sameLength('a', 'b[]', 'b[].a'),
  sameValues('b[].a[]'),
  sameKeys('a[]', 'b[]', /^/),
  unique('b[].a'),
  refersTo('b[].a', 'a[]'),
  indexInto('b[].a', 'a'),
  within('b[]', sameLength('a', 'b[]')),
];

describe.each(rules.map((rule) => [rule.name, rule] as const))('%s', (_, rule) => {
  const json = fc.letrec((tie) => ({
    value: fc.oneof(fc.jsonValue(), fc.record({ a: tie('list'), b: tie('list') })),
    list: fc.oneof(fc.jsonValue(), fc.array(fc.oneof(fc.integer({ max: 3 }), tie('value')), { maxLength: 5 })),
  })).value;

  test('a rule never throws and never changes the body', () => {
    fc.assert(
      fc.property(json, (body) => {
        const before = JSON.stringify(body);
        expect(Array.isArray(rule.check(body))).toBe(true);
        expect(JSON.stringify(body)).toBe(before);
      }),
    );
  });

  test('a rule reports at most as many violations as an error lists, each with a hint', () => {
    const a = [1, 2];
    const entry = { a: [3, 4, 5], b: [[1]] };
    const entries = [{ a: [1, 2, 3] }, ...Array.from({ length: 100 }, () => entry)];
    const unequal = rule.name.startsWith('unique') ? entries.map(() => ({ a: 1 })) : entries;
    const violations = rule.check({ a, b: unequal });
    expect(violations).toHaveLength(MAX_DETAILS);
    for (const violation of violations) expect(violation).toMatchObject({ rule: rule.name, hint: expect.any(String) });
  });
});
