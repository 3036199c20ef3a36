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
  ])('of %j', (name, expected) => {
    expect(nearestNames(name, COMPONENTS)).toEqual(expected);
  });

  test('are as many as asked for', () => {
    expect(nearestNames('pie', COMPONENTS, 1)).toEqual(['Pie Chart']);
  });

  test('of short names need to be nearly the same', () => {
    expect(nearestNames('unti', ['unit', 'value'])).toEqual(['unit']);
    expect(nearestNames('a', ['unit', 'value'])).toEqual([]);
  });
});
