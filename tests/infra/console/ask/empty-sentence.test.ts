import { expect, test } from '@jest/globals';
import { emptySentence } from '../../../../infra/console/ask/ask-endpoint.ts';

const NOW = Date.parse('2026-11-22T18:00:00Z');
const at = (text: string) => Date.parse(text);

test.each([
  [{ step: 'source', read: 0 }, 'The source has no rows.'],
  [{ step: 'where', read: 1 }, '`where` keeps 0 of 1 row.'],
  [{ step: 'window', read: 7 }, '`window` keeps 0 of 7 rows.'],
  [
    { step: 'window', read: 600, newest: at('2026-11-23T02:00:00Z') },
    '`window` keeps 0 of 600 rows. The newest is 8 h after now.',
  ],
  [
    { step: 'window', read: 600, newest: at('2026-11-22T17:55:00Z') },
    '`window` keeps 0 of 600 rows. The newest is 5 min before now.',
  ],
  [
    { step: 'window', read: 600, newest: at('2026-11-22T17:59:48Z') },
    '`window` keeps 0 of 600 rows. The newest is 12 s before now.',
  ],
  [
    { step: 'window', read: 600, newest: at('2026-10-03T18:00:00Z') },
    '`window` keeps 0 of 600 rows. The newest is 50 days before now.',
  ],
] as const)('the console says of an empty response %j: %s', (reason, sentence) => {
  expect(emptySentence(reason, NOW)).toBe(sentence);
});
