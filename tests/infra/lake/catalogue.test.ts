import { expect, test } from '@jest/globals';
import { isMissing } from '../../../infra/lake/catalogue.ts';

const refused = (name: string, message: string): Error => Object.assign(new Error(message), { name });

test.each([
  ['MetadataException', 'Entity Not Found (Service: AmazonDataCatalog; Error Code: EntityNotFoundException)', true],
  ['MetadataException', 'Table ordrs not found', true],
  ['MetadataException', 'Database shopp does not exist', true],
  ['EntityNotFoundException', 'Table ordrs', true],
  ['ResourceNotFoundException', 'Requested resource', true],
  ['MetadataException', 'Insufficient Lake Formation permission(s) on orders', false],
  ['InvalidRequestException', 'Data Catalog awsdata is not found.', false],
  ['AccessDeniedException', 'no identity-based policy allows the action', false],
])('the exception %s (%s) of a catalogue says that a table is missing: %s', (name, message, expected) => {
  expect(isMissing(refused(name, message))).toBe(expected);
});
