import { expect, test } from '@jest/globals';
import { describeSchemaError } from '../../../shared/catalogue/describe-schema-error.ts';

test.each([
  ['string', 5, 'must be a String; found 5'],
  ['number', 'x', 'must be a Number; found "x"'],
  ['integer', 1.5, 'must be a whole Number; found 1.5'],
  ['boolean', 1, 'must be true or false; found 1'],
  ['object', [], 'must be an Object; found an empty list'],
  ['array', {}, 'must be an Array; found an object'],
  ['null', undefined, 'must be null; found nothing'],
  [['string', 'null'], [1], 'must be a String or null; found a list of 1'],
])('a value that is not of the type %j gets a sentence with the value', (type, found, message) => {
  const error = { instancePath: '', keyword: 'type', params: { type } };
  expect(describeSchemaError(error, found).message).toBe(message);
});
