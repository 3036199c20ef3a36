import { describe, expect, test } from '@jest/globals';
import { type Path, readYaml } from '../../../../infra/dashboard/folder/read-yaml.ts';
import { type Position, positionAt } from '../../../../infra/dashboard/folder/text-position.ts';

describe('YAML syntax', () => {
  test.each([
    ['a: 1\na: 2', '2:1', 'this key is given twice in one map'],
    ['a: b: c', '1:4', 'not YAML: Nested mappings are not allowed in compact mappings'],
    ['a: &x 1\nb: *x', '2:4', 'an alias of something above'],
    ['a: *nowhere', '1:4', 'an alias of something above'],
    ['a: 1\n---\nb: 2', '2:1', 'more than one document'],
    ['a: !!foo 1', '1:4', 'not YAML: Unresolved tag: tag:yaml.org,2002:foo'],
    ['? [a]\n: 1', '1:3', 'a key that is not text'],
    ['\ta: 1', '1:1', 'not YAML: Tabs are not allowed as indentation'],
    ['a: @x', '1:4', 'not YAML: Plain value cannot start with reserved character @'],
    ['a:\n  b: 1\n c: 2', '3:2', 'not YAML: All mapping items must start at the same column'],
  ])('the YAML %j has an error at %s', (source, place, message) => {
    const [problem] = readYaml(source).problems;
    const { line, column } = positionAt(source, problem?.offset ?? Number.NaN);
    expect([`${line}:${column}`, problem?.message]).toEqual([place, message]);
    expect(problem?.hint).toBeTruthy();
  });

  test('a formula with brackets needs quotes within a map in braces, and this is the only error', () => {
    expect(readYaml("a: { formula: 'sum([Unit price])', b: 1 }").problems).toEqual([]);
    expect(readYaml('a: { formula: sum([Unit price]), b: 1 }').problems).toEqual([
      {
        offset: 18,
        message: expect.stringContaining('not YAML'),
        hint: "put a formula with brackets in quotes: `formula: 'sum([Unit price])'`",
      },
    ]);
  });

  test.each([
    ['[', 100, '1:103'],
    ['[', 250_000, '1:103'],
    ['{ a: ', 5000, '1:499'],
    ['- ', 5000, '2:199'],
  ])('YAML with %j repeated %d times is refused, because it is deeper than 100 levels', (opening, count, place) => {
    const source = opening === '- ' ? `b:\n${opening.repeat(count)}1` : `b: ${opening.repeat(count)}`;
    const { problems, value } = readYaml(source);
    const { line, column } = positionAt(source, problems[0]?.offset ?? Number.NaN);
    expect([`${line}:${column}`, problems.length, value]).toEqual([place, 1, undefined]);
    expect(problems[0]?.message).toBe('nested deeper than 100 levels');
    expect(readYaml(`b: ${'['.repeat(99)}${']'.repeat(99)}`).problems).toEqual([]);
  });

  test.each(['a: 1\n', '- *a\n', '%\n', ']\n'])(
    'check reports the first 20 problems of a file with 1000 times %j',
    (line) => {
      const { problems } = readYaml(line.repeat(1000));
      expect(problems).toHaveLength(20);
      expect(problems[19]?.offset).toBeLessThan(30 * line.length);
    },
  );

  test('a file of more than 256 000 characters is refused at the first character beyond them', () => {
    const source = `a: 1\n${'# long\n'.repeat(37_000)}`;
    expect(readYaml(source)).toMatchObject({
      problems: [
        { offset: 256_000, message: expect.stringContaining(`${source.length} characters, and at most 256000`) },
      ],
    });
    expect(readYaml(source.slice(0, 256_000))).toMatchObject({ value: { a: 1 }, problems: [] });
  });

  test('each repeated key has its place, also in a map inside another map', () => {
    const source = 'a: { b: 1, b: 2 }\na: 3\n"a": 4';
    const places = readYaml(source).problems.map(({ offset }) => positionAt(source, offset));
    expect(places).toEqual([
      { line: 2, column: 1 },
      { line: 3, column: 1 },
      { line: 1, column: 12 },
    ]);
  });

  test('a file with a duplicate key still has a value', () => {
    expect(readYaml('a: 1\na: 2').value).toEqual({ a: 2 });
  });

  test.each(['a: [1', 'a: &x 1\nb: *x'])('the YAML %j has an error and no value', (source) => {
    expect(readYaml(source)).not.toHaveProperty('value');
  });
});

const SOURCE = `a:
  block: |
    select 'x',
      :from
    from t
  strip: |-2
      select x
       from y
  folded: >-
    select 1
    from  foo

    where z
  double: "select \\"x\\" from\\n :to"
  plain: select 'a'
    from :b
  single: 'it''s :to'
  flow: { series: [1, { x: y }] }
  empty:
`;

const locate = (source: string, path: Path, part?: 'key' | 'value'): Position =>
  positionAt(source, readYaml(source).findOffset(path, part));

describe('readYaml finds the place', () => {
  const yaml = readYaml(SOURCE);
  const texts = (yaml.value as { a: Record<string, string> }).a;
  const lines = SOURCE.split('\n');

  test.each([
    ['block', ':from\nfrom'],
    ['block', 't\n'],
    ['block', "'x'"],
    ['strip', 'from y'],
    ['folded', 'foo'],
    ['folded', 'where'],
    ['double', ':to'],
    ['double', '"x"'],
    ['plain', ':b'],
    ['single', ':to'],
  ])('readYaml finds the place of characters of the %s scalar', (key, wanted) => {
    const { line, column } = positionAt(SOURCE, yaml.findCharacter(['a', key], String(texts[key]).indexOf(wanted)));
    const word = wanted.split('\n')[0]?.replaceAll('"', '') ?? '';
    const found = lines[line - 1]?.slice(column - 1) ?? '';
    expect(found.replaceAll(/[\\"]/g, '').startsWith(word)).toBe(true);
  });

  test('readYaml finds the place of values and keys', () => {
    expect(locate(SOURCE, ['a', 'flow', 'series', 1, 'x'])).toEqual({ line: 18, column: 28 });
    expect(locate(SOURCE, ['a', 'flow', 'series', 1, 'x'], 'key')).toEqual({ line: 18, column: 25 });
  });

  test('readYaml finds the place of an empty value, and of the nearest part of a path that does not exist', () => {
    expect(locate(SOURCE, ['a', 'empty'])).toEqual({ line: 19, column: 3 });
    expect(locate(SOURCE, ['a', 'nothing', 'here'])).toEqual({ line: 2, column: 3 });
    expect(locate('', ['a'])).toEqual({ line: 1, column: 1 });
  });
});
