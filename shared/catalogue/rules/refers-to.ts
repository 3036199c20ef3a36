import { shown } from '../describe-schema-error.ts';
import type { Rule } from '../rule.ts';
import { defineRule } from './define-rule.ts';
import { selector } from './selector.ts';

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
        yield { path: found, message: `${shown(value)} is not among ${target}`, hint: listed(known) };
      }
    }
  });
};
