import { expect, test } from '@jest/globals';
import { quoteWord } from '../../../infra/program/command-line.ts';

test.each([
  ['ops-room', 'ops-room', 'ops-room'],
  ['<folder>', '<folder>', '<folder>'],
  ['my wall', "'my wall'", '"my wall"'],
  ['我的墙', "'我的墙'", '"我的墙"'],
  ["Ann's wall", "'Ann'\\''s wall'", '"Ann\'s wall"'],
  ['a&b;$c', "'a&b;$c'", '"a&b;$c"'],
])('the word %s of a printed command is quoted as %s, and on Windows as %s', (word, posix, windows) => {
  expect([quoteWord(word, 'linux'), quoteWord(word, 'win32')]).toEqual([posix, windows]);
});
