import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { clonePath } from '../../../infra/program/program-files.ts';
import { endpointsFile, writeFolder } from '../../support/folders/write-folder.ts';

let folder: string;

beforeAll(async () => {
  folder = await writeFolder({
    'dashboard.yml': endpointsFile('  rings: { component: 3D Pie Chart, csv: a.csv }'),
    'data/a.csv': 'name,value,score,pv\na,1,,\n',
  });
});

/** Runs a line of a shell in which `$wallfeed` is the program. Returns the exit code of the shell, and its standard error. */
const runLine = async (line: string, lang = 'en') => {
  const env = { PATH: process.env.PATH, HOME: folder, INIT_CWD: folder, LANG: lang };
  const wallfeed = `"${process.execPath}" "${clonePath('infra/cli/main.ts')}"`;
  const shell = spawn('bash', ['-c', line.replaceAll('$wallfeed', wallfeed)], { cwd: folder, env });
  const [error, out] = await Promise.all([
    text(shell.stderr),
    text(shell.stdout),
    new Promise((resolve) => shell.on('close', resolve)),
  ]);
  return { code: shell.exitCode, error, out };
};

describe('the output of every command', () => {
  test.each(['openapi', 'cost --format json', 'check', 'help'])(
    '%s says that the disk is full, with exit code 1',
    async (words) => {
      const { code, error } = await runLine(
        `$wallfeed ${words} --dashboard . > /dev/full`.replace('help --dashboard .', 'help'),
      );
      expect([code, error]).toEqual([1, 'the standard output cannot be written: the disk is full\n']);
    },
  );

  test('a disk that takes only the beginning of the output is said too, in Chinese', async () => {
    const { code, error } = await runLine('ulimit -f 1; $wallfeed openapi --dashboard . > cut.json', 'zh_CN.UTF-8');
    expect([code, error]).toEqual([1, '无法写入标准输出：超出系统允许的大小\n']);
    expect((await readFile(join(folder, 'cut.json'))).length).toBe(1024);
  });

  test('a reader that ends early ends the command without a word', async () => {
    const short = await runLine('$wallfeed openapi --dashboard . | head -c 10; echo " $PIPESTATUS"');
    expect([short.error, short.out]).toEqual(['', expect.stringMatching(/^.{10} 0\n$/s)]);
    const served = await runLine('$wallfeed start --dashboard . --port 0 | head -1; echo " $PIPESTATUS"');
    expect(served.error).toBe('');
    expect(served.out).toMatch(/ (?:0|130)\n$/);
  });
});
