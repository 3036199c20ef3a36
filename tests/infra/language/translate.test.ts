import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { COMMANDS } from '../../../infra/cli/commands.ts';
import { TOPICS } from '../../../infra/help/print-topic.ts';
import { MESSAGES, translate, translations } from '../../../infra/language/translate.ts';
import { projectRoot } from '../../../infra/program/project-root.ts';
import { printedSentences } from '../../support/messages/printed-sentences.ts';
import { shapeFolders } from '../../support/tables/shape-folders.ts';

const entries = Object.entries(MESSAGES);

const placeholdersOf = (template: string): readonly string[] =>
  Array.from(template.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
    .filter((name) => !/^(?:s\d*|verb)$/.test(name))
    .sort();

test('the sentence for a valid dashboard has exactly one translation', () => {
  const line = 'my-wall is valid: 4 endpoints, 1 component, 2 data files';
  expect(translations(line)).toEqual(['my-wall 有效：4 个接口、1 个组件、2 个数据文件']);
});

let printed: readonly string[] = [];
beforeAll(async () => {
  printed = await printedSentences();
});

const untranslated = (sentences: readonly string[], file = 'help.ts'): readonly string[] =>
  sentences
    .filter((sentence) => !/\p{Script=Han}/u.test(translate(sentence)))
    .map((sentence) => `add to infra/language/messages/${file}: ${sentence}`);

describe('a message in Chinese', () => {
  test('each message stands in one file', async () => {
    const folder = join(projectRoot, 'infra/language/messages');
    const files = readdirSync(folder).filter((file) => file !== 'phrases.ts');
    const modules = await Promise.all(files.map((file) => import(join(folder, file))));
    const messages = modules.flatMap((module: object) => Object.values<object>({ ...module }).flatMap(Object.keys));
    expect(messages.filter((message, index) => messages.indexOf(message) < index)).toEqual([]);
    expect(messages.length).toBe(entries.length);
  });

  test('the placeholders of each message are those of its Chinese sentence', () => {
    const differs = ([english, chinese]: readonly [string, string]): boolean =>
      placeholdersOf(chinese).join() !== placeholdersOf(english).join();
    expect(entries.filter(differs)).toEqual([]);
  });

  test('each Chinese sentence has the code of the English one, as it is', () => {
    const codesOf = (text: string): readonly string[] => [...new Set(text.match(/`[^`]+`/g))].toSorted();
    expect(entries.filter(([english, chinese]) => codesOf(english).join() !== codesOf(chinese).join())).toEqual([]);
  });

  test('no refusal of a shape has two translations, and nine tenths of the refusals have one', () => {
    const counts = printed.map((sentence) => translations(sentence).length);
    expect(printed.filter((_, index) => (counts[index] ?? 0) > 1)).toEqual([]);
    expect(counts.filter((count) => count === 1).length / counts.length).toBeGreaterThan(0.9);
  });

  test.each([...COMMANDS].filter(([, { forSources }]) => !forSources))(
    'the command %s has a sentence in Chinese',
    (_, { summary }) => {
      expect(untranslated([summary])).toEqual([]);
    },
  );

  test('the title of each shape is in Chinese', () => {
    const titles = shapeFolders.map(({ schema }) => String(schema.title));
    expect(untranslated(titles, 'components.ts')).toEqual([]);
  });

  test.each([...TOPICS])('the topic %s has a sentence in Chinese', (_, { summary }) => {
    expect(untranslated([summary])).toEqual([]);
  });

  test.each([...COMMANDS].filter(([, { forSources }]) => !forSources).map(([name]) => name))(
    'every option and argument of %s is explained in Chinese',
    async (name) => {
      const { command } = (await COMMANDS.get(name)?.load()) ?? {};
      const options = Object.values(command?.options ?? {}).filter(({ choices }) => !choices);
      const explained = [...options, ...(command?.argument ? [command.argument] : [])];
      expect(untranslated(explained.map(({ meaning }) => meaning))).toEqual([]);
    },
  );
});

describe('translate', () => {
  test.each([
    ["'12x' is not a number", '“12x”不是数字'],
    [
      "The table does not fit the component: line 3, column 2 (value): '12x' is not a number.",
      '表格不适合该组件：第 3 行，第 2 列（value）：“12x”不是数字。',
    ],
    [
      'The body does not fit the component: series[1].name must be a String; found 7.',
      '响应体不适合该组件：series[1].name 应为文本，现为 7。',
    ],
    ['`csv.columns.value.of` cannot be beside `deviation`', '`csv.columns.value.of` 不能与 `deviation` 并列'],
    ['must be a Number or a String; found an empty list', '应为数字或文本，现为空列表'],
    ["line 1 of data/a.csv has no column 'b'; did you mean 'B'?", 'data/a.csv 第 1 行没有列“b”；是否应为“B”？'],
    ['did you mean `a`, `b` or `c`?', '是否应为 `a`、`b` 或 `c`？'],
    [
      'the newest row is from 2026-11-27 20:15:00, 45 minutes ago: the window of the last 30m has no rows',
      '最新的一行是 2026-11-27 20:15:00，即 45 分钟前：最近 30m 的时间范围中没有行',
    ],
    [
      'the newest row is from 2026-11-27 18:15:00, 3 hours ago: the window of today has no rows',
      '最新的一行是 2026-11-27 18:15:00，即 3 小时前：今天的时间范围中没有行',
    ],
    ['2 errors in 1 endpoint; 1 warning, 3 notes', '1 个接口中有 2 个错误；1 个警告、3 条提示'],
    ['the map of China does not know 浙江省, A and B', '中国地图中没有 浙江省、A和B'],
    ['the map of China does not know A, B, Hubei and 4 more', '中国地图中没有 A、B、Hubei 等（另有 4 个）'],
    ['fits 地图, 3D饼图 and 22 more', '适合 地图、3D饼图等（另有 22 个）'],
    ['two currencies have no sum: keep one of them', '两种货币不能相加：请只保留一种'],
    ['its columns are Created at, Trinidad and Tobago', '现有的列：Created at, Trinidad and Tobago'],
    ['did you mean Pie Chart, Line Chart or 3D Pie Chart?', '是否应为 Pie Chart、Line Chart 或 3D Pie Chart？'],
    ["did you mean 'Order total'?", '是否应为“Order total”？'],
    ['did you mean 饼图 (Pie Chart)?', '是否应为 饼图（Pie Chart）？'],
    ['write a duration from 5s to 10m, such as 30s', '请写 5s 到 10m 之间的时长，例如 30s'],
    ["'2026年11月20日 星期一' has the weekday of another date", '“2026年11月20日 星期一”的日期与星期不符'],
    ['2026-11-20 is a Friday: correct the date or the weekday', '2026-11-20 是星期五，请改正日期或星期'],
    [
      "3D Pie Chart 'a': The file is an OpenDocument spreadsheet (.ods).",
      '3D饼图“a”：文件是 OpenDocument 电子表格 (.ods)。',
    ],
    ['dashboard.yml: unknown component "饼状图".', 'dashboard.yml：未知的组件 "饼状图"。'],
    ["The body does not fit the component: it lacks the field 'a'.", '响应体不适合该组件：它缺少字段“a”。'],
    ['not YAML: Missing closing "quote', '不是有效的 YAML：双引号没有闭合'],
    ['the file cannot be empty', '文件不能是空值'],
    ["the body lacks the field 'series'", '响应体缺少字段“series”'],
    ['unknown key `colums`', '未知的键 `colums`'],
    ['write ,', '请写半角的 ,'],
    [
      'Nothing to serve because of the key `a` and the key `b`: an error there affects every endpoint, even valid ones. Correct it first.',
      '由于键 `a`、键 `b` 有错误，没有可用的接口：该处的错误影响所有接口，包括正确的接口。请先改正。',
    ],
    ["write 'day' or 'week'", "请写 'day' 或 'week'"],
    ["color is blank, but '#84cc16' on the first row of id 7", 'color 为空，而 id 为 7 的第一行为“#84cc16”'],
    ["series 'Web' with day 'Mon' is in the table twice", '表中有两行 series 为“Web”、day 为“Mon”'],
    [
      "unknown option '--port=3'. For help: npm run check -- --help",
      '未知的选项“--port=3”。帮助：npm run check -- --help',
    ],
    ['With type: area', 'type: area 时'],
    [
      'data/z.csv has 33,554,433 bytes: a function with 256 MB of memory reads files of at most 32 MB (set `memory: 512` in the dashboard file, or make the file smaller, such as with one file for each month)',
      'data/z.csv 为 33,554,433 字节：内存为 256 MB 的函数最多读取 32 MB 的文件（请在 dashboard.yml 中设 `memory: 512`，或者请缩小文件，例如每月一个文件）',
    ],
  ])('"%s" becomes "%s"', (english, chinese) => {
    expect(translations(english)).toEqual([chinese]);
  });

  test.each(['a sentence of no template', 'must be a Number; found', 'line 3: something new', 'write a poem', ''])(
    '"%s" stays as it is',
    (sentence) => {
      expect(translate(sentence)).toBe(sentence);
    },
  );

  test.each([
    'the cell is blank',
    '{n}',
    "x' is not a number",
    '$&',
    'a list',
    'did you mean x?',
    'line 3: the cell is blank',
    '1 error',
  ])('the text of a cell that says "%s" does not change', (cell) => {
    expect(translate(`'${cell}' is not a number`)).toBe(`“${cell}”不是数字`);
    expect(translate(`line 1 of a.csv has no column '${cell}'`)).toBe(`a.csv 第 1 行没有列“${cell}”`);
  });

  test.each(['a: b; c or d, ', 'column 1: x; y or z and `k` needs '])(
    'a long text of many "%s" stays as it is',
    (part) => {
      const text = part.repeat(60);
      expect(translate(text)).toBe(text);
    },
  );

  test('texts that are not translated are marked', () => {
    expect(translate('unknown component "Pi"', (text) => `<${text}>`)).toBe('未知的组件 <"Pi">');
  });
});
