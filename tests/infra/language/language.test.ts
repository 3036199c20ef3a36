import { describe, expect, test } from '@jest/globals';
import { writeFolder } from '../../../infra/lab/folders/write-folder.ts';
import { runCommand } from '../../../infra/lab/run-command.ts';
import { languageOf } from '../../../infra/language/language.ts';

describe('the language of the terminal', () => {
  test.each([
    [['check'], {}, 'en'],
    [['check', '--lang', 'zh'], { LANG: 'en_US.UTF-8' }, 'zh'],
    [['check', '--lang=en'], { WALLFEED_LANG: 'zh' }, 'en'],
    [[], { WALLFEED_LANG: 'zh-CN', LC_ALL: 'C' }, 'zh'],
    [[], { WALLFEED_LANG: 'en', LANG: 'zh_CN.UTF-8' }, 'en'],
    [[], { LC_ALL: 'C', LANG: 'zh_CN.UTF-8' }, 'en'],
    [[], { LC_ALL: '', LC_MESSAGES: 'zh_TW.UTF-8', LANG: 'en_US' }, 'zh'],
    [[], { LANG: 'zh_CN.UTF-8' }, 'zh'],
    [[], { npm_config_lang: 'zh' }, 'zh'],
  ])('%j with %j is %s', (args, environment, language) => {
    expect(languageOf(args, environment)).toBe(language);
  });

  const folder = () =>
    writeFolder({
      'dashboard.yml':
        'dashboard: ops\nendpoints:\n  share: { component: Alarm List 2, csv: share.csv }\n  list: { component: Alarm List 2, csv: share.csv, colums: 3 }\n',
      'data/share.csv': 'name,value,color\nWeb,12x,\n',
    });

  test('check prints Chinese sentences with --lang zh and in a Chinese environment', async () => {
    const from = await folder();
    const { code, out } = await runCommand('check', ['--lang', 'zh'], { from });
    expect(code).toBe(1);
    expect(out).toContain('2 个接口中有 2 个错误');
    expect(out).toContain('list（告警列表2）：未知的键 `colums`（是否应为 `columns`？）');
    expect(out).toContain('data/share.csv:2:2  share（告警列表2）：value：“12x”不是数字（请写数字，例如');
    expect((await runCommand('check', [], { from, env: { LANG: 'zh_CN.UTF-8' } })).out).toBe(out);
    expect((await runCommand('check', [], { from })).out).toContain('2 errors in 2 endpoints');
  });

  test('JSON has the same bytes in every language', async () => {
    const from = await folder();
    const [en, zh] = await Promise.all(
      ['en', 'zh'].map((lang) => runCommand('check', ['--format', 'json', '--lang', lang], { from })),
    );
    expect(zh?.out).toBe(en?.out);
    expect(en?.out).toContain('unknown key');
  });

  test.each([
    ['check', ['--lang', 'fr'], '--lang must be one of en, zh; found fr'],
    ['check', ['--lang'], 'needs a value'],
    ['check', ['--lang', 'zh', '--lang', 'en'], '--lang 只能写一次'],
    ['', ['--lang', 'cn'], '--lang must be one of en, zh; found cn'],
  ])('%s %j exits with 2 and says why', async (name, args, words) => {
    const { code, error } = await runCommand(name, args);
    expect(code).toBe(2);
    expect(error).toContain(words);
  });

  test('the help is Chinese, also with the option before the command', async () => {
    expect((await runCommand('check', ['--help', '--lang', 'zh'])).out).toContain('--dashboard <folder>  看板文件夹；');
    expect((await runCommand('', ['--lang', 'zh', 'check', '--help'])).out).toContain('看板文件夹；');
    expect((await runCommand('', ['--help', '--lang', 'zh'])).out).toContain('检查看板文件夹');
  });
});
