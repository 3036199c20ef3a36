import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { ask } from '../../../infra/deploy/ask.ts';

const answer = async (typed: string): Promise<string> => {
  const input = new PassThrough();
  const asked = ask('Go on? ', input, new PassThrough());
  input.end(typed);
  return asked;
};

test('a question is answered by the line that is typed', async () => {
  expect(await answer(' yes \nmore\n')).toBe('yes');
});

test('a question to which the input ends is answered by nothing', async () => {
  expect(await answer('')).toBe('');
});
