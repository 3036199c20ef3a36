import { expect, test } from '@jest/globals';
import { feedFamily } from '../support/shapes/feed-family.ts';

const { feed } = feedFamily('funnel');

test('the steps of a funnel keep the order of their rows', () => {
  expect(feed('funnel-chart', ['n,v,c', 'Visits,1,#abc', 'Basket,"2,000",#ABCDEF12', 'Paid,-0.5,#123'])).toStrictEqual({
    series: [
      { name: 'Visits', value: 1, color: '#abc' },
      { name: 'Basket', value: 2000, color: '#ABCDEF12' },
      { name: 'Paid', value: -0.5, color: '#123' },
    ],
  });
});

test('an empty table gives a funnel without steps', () => {
  expect(feed('funnel-chart', ['n,v,c'])).toStrictEqual({ series: [] });
});
