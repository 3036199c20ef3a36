import { expect, test } from '@jest/globals';
import { FAMILIES } from '../../../../infra/build/new-shape/families.ts';
import { components } from '../../../schemas/components.ts';

test('the families are those of the interface', () => {
  expect([...FAMILIES].toSorted()).toEqual(Object.keys(components).toSorted());
});
