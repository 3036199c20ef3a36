import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { fail } from '../../../infra/terminal/fail.ts';
import { formatTable } from '../../../infra/terminal/format-table.ts';
import { ask, escapeControls, step } from '../../../infra/terminal/print.ts';

test('all characters that control a terminal are escaped, and no others', () => {
  const codes = Array.from({ length: 0x2100 }, (_, code) => code);
  const escaped = codes.filter((code) => escapeControls(String.fromCharCode(code)) !== String.fromCharCode(code));
  const between = (first: number, last: number) => codes.filter((code) => code >= first && code <= last);
  const controls = between(0, 0x1f).filter((code) => code !== 9 && code !== 10);
  expect(escaped).toEqual([
    ...controls,
    ...between(0x7f, 0x9f),
    ...between(0x2028, 0x202e),
    ...between(0x2066, 0x2069),
  ]);
  expect(escapeControls('a\x1b]0;x\x07\u009b\u202eb\0')).toBe('a\\x1b]0;x\\x07\\x9b\\u202eb\\x00');
});

test('tabs, line feeds and characters beyond 16 bits are not escaped', () => {
  expect(escapeControls('👩‍🚀\t数据\n')).toBe('👩‍🚀\t数据\n');
});

test('messages, tables, steps and questions contain no unescaped control characters', async () => {
  const output = new PassThrough();
  await step('Reading \x1b[2J', async () => undefined, { output });
  const input = new PassThrough();
  input.end('yes\n');
  await ask('Delete \x9b? ', input, output);
  output.end();
  expect(await text(output)).toMatch(/^Reading \\x1b\[2J \.\.\. .*\nDelete \\x9b\? /);
  expect(fail('no \x1b').failure).toBe('no \\x1b');
  expect(
    formatTable([
      ['\x1bx', 'y'],
      ['abcde', 'z'],
    ]),
  ).toBe('\\x1bx  y\nabcde  z');
});
