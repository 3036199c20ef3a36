import { expect, test } from '@jest/globals';
import { stageRefusal } from '../../../infra/stack/check-limits.ts';

test.each(['dev', 'prod', 'local', 'pr42', 'mixedup'])('the stage %s can be part of names', (stage) => {
  expect(stageRefusal(stage)).toBeUndefined();
});

test.each(['eu-prod', 'Dev', 'dev_1', '1a', '', 'dev-'])('the stage "%s" is refused', (stage) => {
  expect(stageRefusal(stage)).toBe('must be lower-case letters and digits with a letter first, such as dev');
});

test('the stage "mixed" is refused, because the names of functions would be ambiguous', () => {
  expect(stageRefusal('mixed')).toBe('must not be mixed, because names of families begin with that word');
});
