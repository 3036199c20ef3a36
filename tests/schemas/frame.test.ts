import { expect, test } from '@jest/globals';
import { feedFamily } from '../support/shapes/feed-family.ts';

const { feed } = feedFamily('frame');

test.each([
  'https://status.example.com',
  'https://status.example.com:8443/wall?room=ops&at=now#today',
  'https://user@[2001:db8::1]/',
  'https://状态.example.com/墙',
])('the address %s of a frame is sent unchanged', (src) => {
  expect(feed('frame', ['address', src])).toStrictEqual({ src });
});

test('blanks around the address of a frame are trimmed if its cell has no quotes', () => {
  expect(feed('frame', ['src', '  https://status.example.com ', ''])).toStrictEqual({
    src: 'https://status.example.com',
  });
});
