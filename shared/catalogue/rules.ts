import { say } from '../tabular/say.ts';
import { shorten } from '../tabular/shorten.ts';
import { defineRule, type Place, type Rule, selector, type UnnamedViolation } from './rule.ts';
import { shown } from './shown.ts';

/** Applies a rule to each place separately: `within('menus[]', sameLength('seriestitle', 'series[]'))`. */
export const within = (path: string, rule: Rule): Rule => {
  const scopes = selector(path);
  return defineRule(`within(${path}, ${rule.name})`, function* (body, base, max) {
    for (const scope of scopes(body, base)) yield* rule.check(scope.value, scope.path, max);
  });
};

/** Requires that no value occurs twice: `unique('nodes[].id')`. */
export const unique = (path: string): Rule => {
  const places = selector(path);
  return defineRule(`unique(${path})`, function* (body, base) {
    const seen = new Map<unknown, string>();
    for (const { path: found, value } of places(body, base)) {
      const before = seen.get(value);
      if (before === undefined) seen.set(value, found);
      else
        yield {
          path: found,
          message: say`${shown(value)} is already at ${before}`,
          hint: 'give each one a different value',
        };
    }
  });
};

/** Requires that each array at the other paths is as long as the first: `sameLength('legend', 'series[].data')`. */
export const sameLength = (first: string, ...others: readonly [string, ...string[]]): Rule => {
  const reference = selector(first);
  const compared = others.map((path) => selector(path));
  return defineRule(`sameLength(${[first, ...others].join(', ')})`, function* (body, base) {
    const [expected] = reference(body, base);
    if (!Array.isArray(expected?.value)) return;
    for (const places of compared) {
      for (const { path, value } of places(body, base)) {
        if (!Array.isArray(value) || value.length === expected.value.length) continue;
        yield {
          path,
          message: `has length ${value.length}, but ${expected.path} has length ${expected.value.length}`,
          hint: `give as many entries here as ${expected.path} has`,
        };
      }
    }
  });
};

interface List extends Place {
  readonly values: readonly Place[];
}

const compare = (first: List, list: List): UnnamedViolation | undefined => {
  const index = list.values.findIndex(({ value }, at) => at < first.values.length && value !== first.values[at]?.value);
  const wrong = list.values[index];
  const right = first.values[index];
  const hint = 'give both lists the same values in the same order';
  if (wrong && right) {
    return {
      path: wrong.path,
      message: say`is ${shown(wrong.value)}, but ${right.path} is ${shown(right.value)}`,
      hint,
    };
  }
  const { length } = list.values;
  if (length === first.values.length) return undefined;
  const message = `has length ${length}, but ${first.path} has length ${first.values.length}`;
  return { path: list.path, message, hint };
};

/**
 * Requires that each list has the same values in the same order as the first: `sameValues('series[].data[].x')`
 * compares the x of all series. The last `[]` of the path stands for the elements of the lists to compare. Reports only
 * the first difference of each list.
 */
export const sameValues = (path: string): Rule => {
  const split = path.lastIndexOf('[]');
  const lists = selector(path.slice(0, split));
  const values = selector(path.slice(split));
  return defineRule(`sameValues(${path})`, function* (body, base) {
    const [first, ...others] = lists(body, base).map((list) => ({ ...list, values: values(list.value, list.path) }));
    if (!first) return;
    for (const list of others) {
      const violation = compare(first, list);
      if (violation) yield violation;
    }
  });
};

const MAX_KEY_CHARACTERS = 60;

const keysOf = (value: unknown, like: RegExp): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.keys(value).filter((key) => like.test(key))
    : [];

/**
 * Collects the keys of all objects at `first`, and requires that each object at `others` has exactly these keys.
 * Compares only keys that match `like`: `sameKeys('header[]', 'list[]', /^key\d+$/)`.
 */
export const sameKeys = (first: string, others: string, like: RegExp): Rule => {
  const references = selector(first);
  const compared = selector(others);
  return defineRule(`sameKeys(${first}, ${others})`, function* (body, base) {
    const expected = new Set(references(body, base).flatMap(({ value }) => keysOf(value, like)));
    for (const { path, value } of compared(body, base)) {
      const found = keysOf(value, like);
      if (found.length === expected.size && found.every((key) => expected.has(key))) continue;
      for (const key of expected.difference(new Set(found))) {
        const name = shorten(key, MAX_KEY_CHARACTERS);
        yield {
          path,
          message: `lacks ${name}, which ${first} has`,
          hint: `add ${name}, with an empty value if there is none`,
        };
      }
      for (const key of found.filter((one) => !expected.has(one))) {
        const message = `is not among the keys of ${first}`;
        yield {
          path: `${path}.${key}`,
          message,
          hint: `remove it, or add ${shorten(key, MAX_KEY_CHARACTERS)} to ${first}`,
        };
      }
    }
  });
};

const isIndex = (value: unknown, length: number): boolean =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < length;

const INDEX_TEXT = /^(?:0|[1-9]\d*)$/;

const numberOf = (value: unknown): unknown =>
  typeof value === 'string' && INDEX_TEXT.test(value) ? Number(value) : value;

const hintFor = (path: string, length: number, isThere: boolean): string => {
  if (length === 0) return `${path} is empty`;
  const known = length === 1 ? 'only index is 0' : `indexes are 0 to ${length - 1}`;
  return isThere ? `the ${known}` : `add ${path}: without it, the ${known}`;
};

interface IndexForm {
  /** Length of the list to assume if the body omits the list. */
  readonly whenAbsent?: number;
  /** True if the interface writes the index as a String. */
  readonly asText?: boolean;
}

/** Requires that each value is an index, from 0, into the list: `indexInto('links[].from', 'nodes')`. */
export const indexInto = (path: string, list: string, { whenAbsent, asText = false }: IndexForm = {}): Rule => {
  const places = selector(path);
  const lists = selector(list);
  return defineRule(`indexInto(${path}, ${list})`, function* (body, base) {
    const [target] = lists(body, base);
    const length = Array.isArray(target?.value) ? target.value.length : whenAbsent;
    if (length === undefined) return;
    const listPath = target?.path ?? list;
    const hint = hintFor(listPath, length, target !== undefined);
    for (const { path: found, value } of places(body, base)) {
      if (isIndex(asText ? numberOf(value) : value, length)) continue;
      yield { path: found, message: say`${shown(value)} is not an index of ${listPath}`, hint };
    }
  });
};

const MAX_SHOWN_TARGETS = 5;

const listed = (known: ReadonlySet<unknown>): string =>
  known.size === 0
    ? 'the body has no value that could be named here'
    : `use one of ${[...known].slice(0, MAX_SHOWN_TARGETS).map(shown).join(', ')}${known.size > MAX_SHOWN_TARGETS ? ', …' : ''}`;

/** Requires that each value equals one of the targets: `refersTo('links[].from', 'nodes[].id')`. */
export const refersTo = (path: string, target: string): Rule => {
  const places = selector(path);
  const targets = selector(target);
  return defineRule(`refersTo(${path}, ${target})`, function* (body, base) {
    const known = new Set(targets(body, base).map(({ value }) => value));
    for (const { path: found, value } of places(body, base)) {
      if (!known.has(value)) {
        yield { path: found, message: say`${shown(value)} is not among ${target}`, hint: listed(known) };
      }
    }
  });
};
