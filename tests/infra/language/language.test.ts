import { describe, expect, test } from '@jest/globals';
import { COMMANDS } from '../../../infra/cli/commands.ts';
import { languageOf } from '../../../infra/language/language.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand } from '../../support/run-command.ts';

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
  ])('the arguments %j with the environment %j choose the language %s', (args, environment, language) => {
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
    ['check', ['--lang', 'fr'], '--lang 应为 en, zh 之一，现为 fr', { LANG: 'zh_CN.UTF-8' }],
    ['check', ['--lang'], 'needs a value'],
    ['check', ['--lang', 'zh', '--lang', 'en'], '--lang 只能写一次'],
    ['', ['--lang', 'cn'], '--lang must be one of en, zh; found cn'],
  ])('%s %j exits with 2 and says why', async (name, args, words, env: Readonly<Record<string, string>> = {}) => {
    const { code, error } = await runCommand(name, args, { env });
    expect(code).toBe(2);
    expect(error).toContain(words);
  });

  test('the help is Chinese, also with the option before the command', async () => {
    expect((await runCommand('check', ['--help', '--lang', 'zh'])).out).toContain('--dashboard <folder>  大屏文件夹；');
    expect((await runCommand('', ['--lang', 'zh', 'check', '--help'])).out).toContain('大屏文件夹；');
    expect((await runCommand('', ['--help', '--lang', 'zh'])).out).toContain('检查大屏文件夹');
  });

  /** Texts that stay in English: JSON, code, options, paths, places of arguments, permissions, and keys of dashboard.yml. */
  const CODE =
    /\bjson 输出 .*|^用法： .*|[{[][^{}[\]]*[}\]]|npm run( \S+( --)?( \S+\.json)?)?|<[^>]*>|--[\w-]+|https?:\S+|\S*[/_=*:.]\S*|\b[a-z]+-[a-z-]+\b/gm;

  /** Names of products, services, formats and units, words to type, and values. */
  const NAMES = new Set(
    `AWS CloudFormation CloudWatch Athena Glue Lambda DynamoDB SSM IAM GitHub GoView amis Redshift Serverless Aurora RDS Data API
    Secrets Manager Logs Cost Explorer Gateway HTTP Route Parquet Wallfeed CSV JSON SQL YAML OpenAPI Markdown CORS URL UTC USD CNY
    INIT GET WHERE SEARCH GetMetricData atMost http pages found ACU RPU GB KB MB TB vCPU ms AwsDataCatalog Storage timePeriod
    en zh arm cache deploy openapi yyyy MM dd HH mm ss text table json csv md github aws watch full basic none scan scanned primary proposal memory hours refresh cost check package dev prod local
    Prometheus rows columns stages test parts total causes forecast actual difference against byTag department window shared true client`.split(
      /\s+/,
    ),
  );

  test.each([...COMMANDS].filter(([, { forSources }]) => !forSources).map(([name]) => name))(
    'the help of %s has no English word besides names, options, units and code',
    async (name) => {
      const { out } = await runCommand(name, ['--help', '--lang', 'zh']);
      const [, ...lines] = out.replaceAll(/json 输出 [[{][^。，；]*(?=[。，；])/g, '').split('\n');
      const english = lines.filter((line) => {
        const text = line.replace(/^ {2}\S+( <\S+>| \[\S+\])? {2,}/, '').replaceAll(CODE, '');
        return text.match(/[A-Za-z]{2,}/g)?.some((word) => !NAMES.has(word));
      });
      expect(english.map((line) => `translate in infra/language/messages/help.ts: ${line.trim()}`)).toEqual([]);
    },
  );
});
