import { describe, expect, test } from '@jest/globals';
import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';

const COMPONENTS = ['Pie Chart', '3D Pie Chart', 'Mini Pie Chart', 'ECharts Pie Chart', 'Colorful Progress Bar'];

describe('nearest names', () => {
  test.each([
    ['3D Pie', ['3D Pie Chart']],
    ['Colourful Progres Bar', ['Colorful Progress Bar']],
    ['Pei Chart', ['Pie Chart']],
    ['pie', ['Pie Chart', '3D Pie Chart', 'Mini Pie Chart']],
    ['Weather', []],
    ['', []],
  ])('the nearest names of %j are %j', (name, expected) => {
    expect(nearestNames(name, COMPONENTS)).toEqual(expected);
  });

  test('the nearest names are no more than the given limit', () => {
    expect(nearestNames('pie', COMPONENTS, 1)).toEqual(['Pie Chart']);
  });

  test('the nearest names of a short name differ from it by very little', () => {
    expect(nearestNames('unti', ['unit', 'value'])).toEqual(['unit']);
    expect(nearestNames('a', ['unit', 'value'])).toEqual([]);
  });

  test('the nearest names of a short name include a name with its letters in another order', () => {
    expect(nearestNames('cvs', ['csv', 'sql'])).toEqual(['csv']);
    expect(nearestNames('', ['csv', 'sql'])).toEqual([]);
  });
});
