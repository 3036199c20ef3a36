import { describe, expect, test } from '@jest/globals';
import { checkOptions } from '../../shared/catalogue/option.ts';
import { feedDocument } from '../support/rejects/feed.ts';
import { feedFamily } from '../support/shapes/feed-family.ts';

const { feed, folderOf } = feedFamily('list');

describe('an empty table of a list', () => {
  test.each([
    ['alarm-list-2', 'name,value,color', {}, { series: [] }],
    ['alarm-list', 'status,title,content,time', {}, { series: [] }],
    ['carousel-list', 'id,name,seriestitle,textAlign,series', {}, { status: 200, menus: [] }],
    ['alarm-information', 'n,v', { color: '#fff', title: '' }, { color: '#fff', title: '', series: null }],
    ['paging-list', 'a', {}, { seriestitle: ['a'], textAlign: ['left'], thwidth: [1], series: [] }],
  ])('an empty table gives an empty series: %s', (name, header, options, body) => {
    expect(feed(name, [header], { options })).toStrictEqual(body);
  });
});

describe('carousel-list', () => {
  const header = 'id,name,seriestitle,textAlign,series';

  test('carousel-list keeps groups in the order in which their ids first appear, and two groups may have the same name', () => {
    const lines = [header, '2,Pages,Page,left,Login', '1,Pages,Page|Ms,left|right,Search|9', '2,Pages,Page,left,Cart'];
    expect(feed('carousel-list', lines)).toStrictEqual({
      status: 200,
      menus: [
        { id: 2, name: 'Pages', seriestitle: ['Page'], textAlign: ['left'], series: [['Login'], ['Cart']] },
        { id: 1, name: 'Pages', seriestitle: ['Page', 'Ms'], textAlign: ['left', 'right'], series: [['Search', '9']] },
      ],
    });
  });

  test('carousel-list sends cells as trimmed texts, and keeps empty cells', () => {
    expect(feed('carousel-list', [header, '1,Pages,A|B|C|D,left|left|left|left,| 1.50 |007|'])).toMatchObject({
      menus: [{ series: [['', '1.50', '007', '']] }],
    });
  });

  test.each([
    ['12', 12],
    ['-0.5', -0.5],
    ['1.50', 1.5],
    ['007', '007'],
    ['12.5%', '12.5%'],
    ['+5', '+5'],
    ['', ''],
  ])('carousel-list in the reading `table` sends the cell %p as the num %p', (cell, num) => {
    const lines = [header, `1,Pages,Page|Ms,left|right,200|${cell}`];
    expect(feed('carousel-list', lines, { reading: 'table' })).toStrictEqual({
      status: 200,
      menus: [
        {
          id: 1,
          name: 'Pages',
          seriestitle: ['Page', 'Ms'],
          textAlign: ['left', 'right'],
          series: [{ name: '200', num }],
        },
      ],
    });
  });

  test('a document for carousel-list may leave out the id, and may mix rows as arrays with rows as objects', () => {
    const series = [{ name: 'Login', num: 'n/a', link: '/login' }, ['Search', 9]];
    const body = {
      status: 200,
      menus: [{ name: 'Pages', seriestitle: ['P', 'Ms'], textAlign: ['left', 'left'], series }],
    };
    expect(feedDocument(folderOf('carousel-list'), body)).toBe(body);
  });

  test('a document for carousel-list may have a list without rows under any header', () => {
    const body = { status: 200, menus: [{ id: 1, name: 'Pages', seriestitle: [], textAlign: [], series: [] }] };
    expect(feedDocument(folderOf('carousel-list'), body)).toBe(body);
  });
});

describe('alarm-information', () => {
  const { shape } = folderOf('alarm-information');

  test('alarm-information requires the options color and title', () => {
    expect(checkOptions(shape.options, {})).toMatchObject([{ path: '.color' }, { path: '.title' }]);
  });

  test.each([[null], [[]]])('a document for alarm-information may have the series %j', (series) => {
    const body = { color: '#fff', title: 'Down', series };
    expect(feedDocument(folderOf('alarm-information'), body)).toBe(body);
  });
});

describe('paging-list', () => {
  test('paging-list without options aligns each column to the left with the width 1, and sends no params', () => {
    expect(feed('paging-list', ['Order,Amount', '007,12.50', ',"a,b"'])).toStrictEqual({
      seriestitle: ['Order', 'Amount'],
      textAlign: ['left', 'left'],
      thwidth: [1, 1],
      series: [
        ['007', '12.50'],
        ['', 'a,b'],
      ],
    });
  });

  test.each([
    [{ textAlign: ['start'] }, '.textAlign[0]'],
    [{ textAlign: 'left' }, '.textAlign'],
    [{ thwidth: ['1'] }, '.thwidth[0]'],
    [{ params: ['id'] }, '.params[0]'],
    [{ params: {} }, '.params'],
  ])('paging-list refuses the options %j', (options, path) => {
    expect(checkOptions(folderOf('paging-list').shape.options, options)).toMatchObject([{ path }]);
  });
});
