import {
  type Aggregate,
  type ColumnSource,
  type Condition,
  type EarlierStep,
  isAggregate,
  leavesOf,
  type Term,
} from '../../../shared/config/selection.ts';
import { say } from '../../../shared/tabular/say.ts';
import { type DefinitionProblem, namePath } from '../folder/definition-problem.ts';
import { parseDuration } from '../folder/duration.ts';
import { asFields, type Fields, hasFields } from '../folder/fields.ts';
import { inCode, shownName } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import { parseFormula } from './parse-formula.ts';

/** `source` is absent if it is invalid. */
export interface ReadColumnSource {
  readonly problems: readonly DefinitionProblem[];
  readonly source?: ColumnSource;
}

type ReadNested = (value: unknown, path: Path) => ReadColumnSource;

interface ReadPart {
  readonly problems: readonly DefinitionProblem[];
  readonly part?: Aggregate;
}

const SUCH_AS = 'write an aggregate such as `{ sum: Amount }`';

const mapLeaves = (aggregate: Aggregate, change: (leaf: Aggregate) => Aggregate): Aggregate =>
  aggregate.from === 'formula'
    ? { ...aggregate, parts: aggregate.parts.map((part) => mapLeaves(part, change)) }
    : change(aggregate);

export const withConditions = (aggregate: Aggregate, conditions: readonly Condition[]): Aggregate =>
  mapLeaves(aggregate, (leaf) => ({ ...leaf, where: [...conditions, ...(leaf.where ?? [])] }));

const UNITS: readonly string[] = ['day', 'week', 'month', 'year'];

const readStep = (earlier: unknown): EarlierStep | undefined =>
  UNITS.includes(String(earlier)) ? (earlier as EarlierStep) : parseDuration(earlier);

export const atEarlier = (aggregate: Aggregate, { earlier }: Fields): Aggregate => {
  const step = readStep(earlier);
  return step === undefined ? aggregate : mapLeaves(aggregate, (leaf) => ({ ...leaf, earlier: step }));
};

/** Ignores a value that is no map, which the schema reports. */
const readPart = (value: unknown, path: Path, read: ReadNested): ReadPart => {
  const { problems, source } = read(value, path);
  if (!source || problems.length > 0 || !hasFields(value)) return { problems };
  if (!isAggregate(source))
    return { problems: [{ path, part: 'key', message: say`${namePath(path)} is no aggregate`, hint: SUCH_AS }] };
  const spread = ['running', 'moving'].find((word) => Object.hasOwn(value, word));
  if (spread === undefined) return { problems, part: source };
  const message = say`${inCode(spread)} cannot be inside of another word`;
  return { problems: [{ path: [...path, spread], part: 'key', message, hint: 'write it outside' }] };
};

const NAME = /^\p{L}[\p{L}\p{N}_]*$/u;

const nameProblems = (names: readonly string[], used: ReadonlySet<string>, path: Path): readonly DefinitionProblem[] =>
  names.flatMap((name): readonly DefinitionProblem[] => {
    const at = { path: [...path, 'with', name], part: 'key' } as const;
    if (!NAME.test(name))
      return [{ ...at, message: say`a name is one word: '${name}'`, hint: 'use letters, digits and underscores' }];
    if (used.has(name)) return [];
    return [
      { ...at, message: say`${shownName(name)} is not used in the formula`, hint: 'remove it, or name it there' },
    ];
  });

/** Reports the keys of aggregates, `where` and `earlier`, beside a formula without an aggregate. */
const rowProblems = (fields: Fields, path: Path): readonly DefinitionProblem[] =>
  ['where', 'earlier']
    .filter((key) => Object.hasOwn(fields, key))
    .map((key) => {
      const message = say`${inCode(key)} belongs to an aggregate, and the formula has none`;
      return { path: [...path, key], part: 'key', message, hint: 'write an aggregate such as sum(Quantity * Price)' };
    });

/** Reads `{ formula: paid / all, with: { ... } }`. */
const readFormula = (fields: Fields, path: Path, read: ReadNested): ReadColumnSource => {
  const names = Object.keys(asFields(fields.with));
  const parsed = parseFormula(String(fields.formula), names);
  if ('offset' in parsed) return { problems: [{ path: [...path, 'formula'], ...parsed }] };
  const named = names.map((name) => readPart(asFields(fields.with)[name], [...path, 'with', name], read));
  const problems = [...nameProblems(names, parsed.used, path), ...named.flatMap((one) => one.problems)];
  const parts = [...named.flatMap(({ part }) => part ?? []), ...parsed.parts];
  if (problems.length > 0 || named.some(({ part }) => !part)) return { problems };
  if (parts.length === 0)
    return { problems: rowProblems(fields, path), source: { from: 'cell', of: { formula: parsed.term } } };
  return { problems, source: { from: 'formula', term: parsed.term, parts } };
};

const DIFFERENCE: Term = { call: '-', of: [{ part: 0 }, { part: 1 }] };
const CHANGE: Term = {
  call: '/',
  of: [
    { call: '*', of: [100, DIFFERENCE] },
    { call: 'abs', of: [{ part: 1 }] },
  ],
};

/** Reads `{ change: { sum: Amount }, earlier: week }`. */
const readComparison =
  (word: 'change' | 'difference', term: Term) =>
  (fields: Fields, path: Path, read: ReadNested): ReadColumnSource => {
    const { problems, part } = readPart(fields[word], [...path, word], read);
    if ('earlier' in asFields(fields[word])) {
      const at = [...path, word, 'earlier'];
      return {
        problems: [{ path: at, part: 'key', message: '`earlier` stands twice', hint: 'write it once, outside' }],
      };
    }
    if (fields.earlier === undefined) {
      const hint = `say how much earlier: \`{ ${word}: ..., earlier: week }\``;
      return { problems: [{ path, part: 'key', message: say`${namePath([...path, 'earlier'])} is missing`, hint }] };
    }
    return part
      ? { problems, source: { from: 'formula', term, parts: [part, atEarlier(part, fields)] } }
      : { problems };
  };

/** Reads `{ running: { sum: Amount } }`. */
const readRunning = ({ running }: Fields, path: Path, read: ReadNested): ReadColumnSource => {
  const { problems, part } = readPart(running, [...path, 'running'], read);
  if (!part) return { problems };
  if (leavesOf(part).every(({ from }) => from === 'sum' || from === 'count'))
    return { problems, source: { ...part, running: true } };
  const hint = 'write a sum or a count, such as `{ sum: Amount }`';
  return { problems: [{ path: [...path, 'running'], message: '`running` adds sums and counts only', hint }] };
};

/** Reads `{ moving: { sum: Amount }, over: 7 }`. */
const readMoving = ({ moving, over }: Fields, path: Path, read: ReadNested): ReadColumnSource => {
  const { problems, part } = readPart(moving, [...path, 'moving'], read);
  if (over === undefined) {
    const hint = 'write a whole number of buckets from 2, such as `over: 7`';
    return { problems: [{ path, part: 'key', message: say`${namePath([...path, 'over'])} is missing`, hint }] };
  }
  return part && Number.isInteger(over) ? { problems, source: { ...part, moving: Number(over) } } : { problems };
};

export const COMPOSED = {
  formula: readFormula,
  change: readComparison('change', CHANGE),
  difference: readComparison('difference', DIFFERENCE),
  running: readRunning,
  moving: readMoving,
} as const;
