import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { ask } from '../../../infra/terminal/print.ts';

const answer = async (typed: string): Promise<string> => {
  const input = new PassThrough();
  const typedLine = ask('Go on? ', input, new PassThrough());
  input.end(typed);
  return typedLine;
};

test('the answer to a question is the typed line', async () => {
  expect(await answer(' yes \nmore\n')).toBe('yes');
});

test('the answer to a question is empty if the input ends', async () => {
  expect(await answer('')).toBe('');
});
