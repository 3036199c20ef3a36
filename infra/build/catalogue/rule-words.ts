import { capitalize, code, decapitalize, enumerate } from './markdown.ts';

type Words = (...paths: readonly string[]) => string;

/** Writes `each` before a path with `[]`, because such a path leads to several places. */
const each = (path: string): string => (path.includes('[]') ? `each ${code(path)}` : code(path));

const lists = (path: string): string => (path === '[]' ? 'All lists in the body' : `All lists ${code(path)}`);

/** Describes each rule by its name, in a sentence about its paths. */
const WORDS: Readonly<Record<string, Words>> = {
  sameLength: (first = '', ...others) =>
    others.includes(first)
      ? `${lists(first)} have the same length.`
      : `${capitalize(enumerate(others.map(each)))} ${others.length > 1 ? 'have' : 'has'} as many entries as ${code(first)}.`,
  indexInto: (path = '', list = '') => `Each ${code(path)} is an index into ${code(list)}, from 0.`,
  unique: (path = '') => `Each ${code(path)} is different.`,
  refersTo: (path = '', target = '') => `Each ${code(path)} is one of ${code(target)}.`,
  sameKeys: (first = '', others = '') => `Each ${code(others)} has the \`key<N>\` fields of ${code(first)}.`,
  sameValues: (path = '') => {
    const [, list = '', field = ''] = /^(.*)\[\]\.(\w+)$/.exec(path) ?? [];
    return `Each ${code(list)} has the same values of ${code(field)} in the same order.`;
  },
  columnKeys: (path = '') => `Each ${code(path)} has exactly one \`key<N>\` field, with a number of its own.`,
  realDays: (path = '') => `The date of each ${code(path)} exists in the calendar.`,
  pairColumns: () => 'If rows are objects of `name` and `num`, the header has exactly two entries.',
  twoColumnsTwoLines: () => 'Two series have the type `column` and two the type `line`.',
  drillDownParents: () => 'Each `childrenNodes[].id` is the id of a node whose `hasNodes` is true.',
  oneNotation: () =>
    'Links use the notation of the nodes: `from` and `to` with `id`, `source` and `target` with `node`.',
  withinMaxLevels: () => 'The tree has at most 999 levels.',
  idPatterns: (path = '') =>
    `Advice, logged and never refused: the \`id\` of each ${code(path)} of type 11, 14 or 15 names its kind.`,
};

/** Splits the name of a rule into its function and arguments: `within(a, unique(b))` to `within`, `a`, `unique(b)`. */
export const parseName = (name: string): readonly [rule: string, ...paths: readonly string[]] => {
  const [, rule = name, list = ''] = /^(\w+)\((.*)\)$/.exec(name) ?? [];
  const [scope = '', ...inner] = list.split(', ');
  if (rule === 'within') return [rule, scope, inner.join(', ')];
  return [rule, ...(list === '' ? [] : list.split(', '))];
};

/** Returns a rule in words, from its name: `sameLength(legend, series[].data)`. */
export const describeRule = (name: string): string => {
  const [rule, first = '', second = ''] = parseName(name);
  if (rule === 'within') return `In ${each(first)}: ${decapitalize(describeRule(second))}`;
  const words = WORDS[rule];
  if (!words) throw new Error(`The rule ${rule} has no description. Add one to infra/build/catalogue/rule-words.ts.`);
  return words(...parseName(name).slice(1));
};
