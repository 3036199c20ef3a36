import { describe, expect, test } from '@jest/globals';
import { checkOptions } from '../../shared/catalogue/option.ts';
import { feedDocument } from '../support/rejects/feed.ts';
import { feedFamily } from '../support/shapes/feed-family.ts';

const { feed, folderOf } = feedFamily('relation');

describe('topology', () => {
  const nodes = ['id,graphId,type,name,health,subType', 'a,1,18,Group,5,9', 'b,2,16,Queue,-1,'];
  const links = ['from,to,respTime,error,maxThrought,response', 'a,b,12.5,3%,"1,200",', 'a,b,1,0,2,3'];

  test('topology leaves out a blank subType or response, and a link may appear twice', () => {
    expect(feed('topology', { nodes, links })).toStrictEqual({
      status: 200,
      data: {
        linkeDataArray: [
          { from: 'a', to: 'b', respTime: 12.5, error: 3, maxThrought: 1200 },
          { from: 'a', to: 'b', respTime: 1, error: 0, maxThrought: 2, response: 3 },
        ],
        nodeDataArray: [
          { id: 'a', graphId: 1, type: 18, info: { name: 'Group', health: 5, subType: 9 } },
          { id: 'b', graphId: 2, type: 16, info: { name: 'Queue', health: -1 } },
        ],
      },
    });
  });

  test('empty tables of topology give empty lists', () => {
    expect(feed('topology', { nodes: nodes.slice(0, 1), links: links.slice(0, 1) })).toStrictEqual({
      status: 200,
      data: { linkeDataArray: [], nodeDataArray: [] },
    });
  });

  test('a document for topology may have cursor, fill and show in nodes and in links', () => {
    const style = { cursor: 'pointer', fill: '#fff', show: true };
    const node = { id: 'a', graphId: 1, type: 11, info: { name: 'Web', health: 0, ...style }, ...style };
    const link = { from: 'a', to: 'a', respTime: 1, error: 0, maxThrought: 2, ...style };
    const body = { status: 200, data: { linkeDataArray: [link], nodeDataArray: [node] } };
    expect(feedDocument(folderOf('topology'), body)).toBe(body);
  });

  const advised = (type: number, id: string): readonly string[] => {
    const body = { status: 200, data: { nodeDataArray: [{ id, type }] } };
    return folderOf('topology').shape.advice.flatMap((rule) => rule.check(body).map(({ path }) => path));
  };

  test.each([
    [11, 'xx_[0-APPLICATION]_1_2_3'],
    [11, 'xx_0-User_1_2_3'],
    [11, 'xx_[0-Browser]_1_2_3_4'],
    [14, '1_2_3_4_ORACLE_5'],
    [14, '1_2_3_4_5_6_Mysql_7_8'],
    [14, '1_2_3_4_OTHER_5'],
    [15, '1_2_3_4_REDIS_5'],
    [15, '1_2_3_4_Mongodb_5'],
    [12, 'anything'],
  ])('topology accepts a node of type %p with the id %p', (type, id) => {
    expect(advised(type, id)).toEqual([]);
  });

  test.each([
    [11, 'web'],
    [11, 'xx_[0-SERVER]_1_2_3'],
    [11, 'xx_[0-APP]_1_2'],
    [14, '1_2_3_4_REDIS_5'],
    [14, '1_2_3_4_ORACLE'],
    [14, '1_2_3_ORACLE_5'],
    [15, '1_2_3_4_MYSQL_5'],
  ])('topology refuses a node of type %p with the id %p, with a hint to name its kind', (type, id) => {
    expect(advised(type, id)).toEqual(['data.nodeDataArray[0].id']);
  });
});

describe('3d-sankey-diagram', () => {
  const nodes = ['id,name', '7,Search', '0,Home'];
  const links = ['from,to,weight', '0,7,5.5', '7,0,2'];

  test('the links of 3d-sankey-diagram hold ids in the table, and indexes in the body', () => {
    expect(feed('3d-sankey-diagram', { nodes, links })).toStrictEqual({
      nodes: [
        { id: '7', name: 'Search' },
        { id: '0', name: 'Home' },
      ],
      links: [
        { from: 1, to: 0, weight: 5.5 },
        { from: 0, to: 1, weight: 2 },
      ],
    });
  });

  test('3d-sankey-diagram in the alternative notation has other keys, and indexes in its links', () => {
    expect(feed('3d-sankey-diagram', { nodes, links }, { options: { notation: 'alternative' } })).toStrictEqual({
      nodes: [
        { node: '7', name: 'Search' },
        { node: '0', name: 'Home' },
      ],
      links: [
        { source: 1, target: 0, value: 5.5 },
        { source: 0, target: 1, value: 2 },
      ],
    });
  });

  test('empty tables of 3d-sankey-diagram give empty lists', () => {
    expect(feed('3d-sankey-diagram', { nodes: ['id,name'], links: ['f,t,w'] })).toStrictEqual({ nodes: [], links: [] });
  });

  test.each([
    { nodes: [{ id: 0, name: 'Search' }], links: [{ from: 0, to: 0, weight: 1 }] },
    { nodes: [{ node: 0, name: 'Search' }], links: [{ source: 0, target: 0, value: 1 }] },
  ])('a document for 3d-sankey-diagram may have either notation, and numbers as ids: %j', (body) => {
    expect(feedDocument(folderOf('3d-sankey-diagram'), body)).toBe(body);
  });
});

describe('hierarchy-tree', () => {
  test('hierarchy-tree sends a plain number as a Number, and any other value as text', () => {
    const values = ['0', '-1.50', '007', '12.5%', '"1,204"', 'down'];
    const nodes = ['id,zIndex,name,value', ...values.map((value, index) => `${index},9,n,${value}`)];
    const body = feed('hierarchy-tree', { nodes, links: ['s,t'] }) as { nodes: { value: unknown }[] };
    expect(body.nodes.map(({ value }) => value)).toEqual([0, -1.5, '007', '12.5%', '1,204', 'down']);
  });

  test('empty tables of hierarchy-tree give empty lists', () => {
    expect(feed('hierarchy-tree', { nodes: ['a,b,c,d'], links: ['s,t'] })).toStrictEqual({ nodes: [], links: [] });
  });
});

describe('hierarchy-tree-2', () => {
  const nodes = ['id,z,name,value,scale,info,c,n', 'a,1,A,1,0.5,,1,1', 'b,2,B,ok,1,Hello,0,1'];
  const links = ['source,target,value', 'a,b,'];
  const a = { id: 'a', zIndex: 1, name: 'A', value: 1, scale: 0.5, info: '', hasChildren: true, hasNodes: true };
  const b = { id: 'b', zIndex: 2, name: 'B', value: 'ok', scale: 1, info: 'Hello', hasChildren: false, hasNodes: true };
  const top = { nodes: [a, b], links: [{ source: 'a', target: 'b' }] };
  const childNodes = [
    'parent,id,z,name,value,scale,info,c,n',
    'b,x,1,X,1,1,,0,0',
    'a,y,1,Y,2,1,,0,1',
    'b,z,1,Z,3,1,,1,0',
  ];
  const x = { id: 'x', zIndex: 1, name: 'X', value: 1, scale: 1, info: '', hasChildren: false, hasNodes: false };
  const y = { ...x, id: 'y', name: 'Y', value: 2, hasNodes: true };
  const z = { ...x, id: 'z', name: 'Z', value: 3, hasChildren: true };

  test('hierarchy-tree-2 has no childrenNodes if the table childNodes is missing', () => {
    expect(feed('hierarchy-tree-2', { nodes, links })).toStrictEqual(top);
  });

  test('hierarchy-tree-2 without childLinks has empty links in each drill-down, with parents in the order of their first appearance', () => {
    expect(feed('hierarchy-tree-2', { nodes, links, childNodes })).toStrictEqual({
      ...top,
      childrenNodes: [
        { id: 'b', data: { nodes: [x, z], links: [] } },
        { id: 'a', data: { nodes: [y], links: [] } },
      ],
    });
  });

  test('the links of hierarchy-tree-2 belong to the drill-down of their parent', () => {
    const childLinks = ['parent,source,target,value', 'b,z,x,5', 'b,x,z,'];
    expect(feed('hierarchy-tree-2', { nodes, links, childNodes, childLinks })).toMatchObject({
      childrenNodes: [
        {
          data: {
            links: [
              { source: 'z', target: 'x', value: 5 },
              { source: 'x', target: 'z' },
            ],
          },
        },
        { data: { links: [] } },
      ],
    });
  });

  test('a node in a drill-down of hierarchy-tree-2 may have a drill-down of its own', () => {
    const deeper = [...childNodes, 'y,x,1,X,1,1,,0,0'];
    expect(feed('hierarchy-tree-2', { nodes, links, childNodes: deeper })).toMatchObject({
      childrenNodes: [{ id: 'b' }, { id: 'a' }, { id: 'y', data: { nodes: [x], links: [] } }],
    });
  });

  test('empty tables of hierarchy-tree-2 give empty lists', () => {
    const empty = { nodes: nodes.slice(0, 1), links: links.slice(0, 1) };
    expect(feed('hierarchy-tree-2', empty)).toStrictEqual({ nodes: [], links: [] });
    expect(feed('hierarchy-tree-2', { ...empty, childNodes: childNodes.slice(0, 1) })).toStrictEqual({
      nodes: [],
      links: [],
      childrenNodes: [],
    });
  });

  test('a document for hierarchy-tree-2 may have an empty object as info', () => {
    const body = { nodes: [{ ...a, info: {} }], links: [] };
    expect(feedDocument(folderOf('hierarchy-tree-2'), body)).toBe(body);
  });
});

describe('topology-3d', () => {
  test('topology-3d leaves out a blank info', () => {
    const nodes = ['id,name,value', 'a,A,1', 'b,B,12%'];
    expect(feed('topology-3d', { nodes, links: ['s,t,i', 'a,b,', 'b,a,SQL'] })).toStrictEqual({
      nodes: [
        { id: 'a', name: 'A', value: 1 },
        { id: 'b', name: 'B', value: '12%' },
      ],
      links: [
        { source: 'a', target: 'b' },
        { source: 'b', target: 'a', info: 'SQL' },
      ],
    });
  });
});

describe('starry-sky-distribution-diagram', () => {
  test('empty tables of starry-sky-distribution-diagram give empty lists', () => {
    const empty = { legend: ['a,b,c'], group: ['a,b,c'], series: ['a,b,c,d'] };
    expect(feed('starry-sky-distribution-diagram', empty)).toStrictEqual({ legend: [], group: [], series: [] });
  });

  test('a list column of starry-sky-distribution-diagram may have a single number, which becomes a list', () => {
    const tables = { legend: ['a,b,c', 'A,1,#abc'], group: ['a,b,c', '7,G,#abc'], series: ['a,b,c,d', 'S,7,2, 3.5 '] };
    expect(feed('starry-sky-distribution-diagram', tables)).toMatchObject({
      series: [{ name: 'S', groupId: 7, value: 2, data: [3.5] }],
    });
  });
});

describe('ring-topology', () => {
  test('ring-topology leaves out a blank value, and its links hold indexes, even if the ids are numbers', () => {
    const nodes = ['id,name,zIndex,value', '1,A,0,', '0,B,1,5'];
    expect(feed('ring-topology', { nodes, links: ['s,t,v', '0,1,2.5'] })).toStrictEqual({
      nodes: [
        { id: '1', name: 'A', zIndex: 0 },
        { id: '0', name: 'B', zIndex: 1, value: 5 },
      ],
      links: [{ source: 1, target: 0, value: 2.5 }],
    });
  });
});

test('only 3d-sankey-diagram has the option notation, which accepts two words', () => {
  const { options } = folderOf('3d-sankey-diagram').shape;
  expect(checkOptions(options, { notation: 'alternative' })).toEqual([]);
  expect(checkOptions(options, { notation: 'other' })).toEqual([
    { path: '.notation', message: "must be 'usual' or 'alternative', found \"other\"" },
  ]);
  expect(checkOptions(folderOf('ring-topology').shape.options, { notation: 'alternative' })).toHaveLength(1);
});
