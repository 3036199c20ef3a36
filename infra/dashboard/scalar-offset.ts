import type { Scalar } from 'yaml';

/** Returns the offset where the text of a scalar begins: after its quote, or after the line of its `|` or `>`. */
const contentStart = (scalar: Scalar, source: string, start: number): number => {
  if (scalar.type === 'QUOTE_DOUBLE' || scalar.type === 'QUOTE_SINGLE') return start + 1;
  if (scalar.type !== 'BLOCK_LITERAL' && scalar.type !== 'BLOCK_FOLDED') return start;
  const lineEnd = source.indexOf('\n', start);
  return lineEnd === -1 ? start : lineEnd + 1;
};

/**
 * Returns the offset in a YAML source of one character of a scalar's text, by its index. The two differ by indentation,
 * folding, quotes and escapes. Characters that are not blank have the same order in both, so they are matched one by one.
 */
export const scalarOffset = (scalar: Scalar, source: string, index: number): number => {
  const [start, end] = scalar.range ?? [0, 0];
  const text = String(scalar.value);
  let at = contentStart(scalar, source, start);
  for (let i = 0; i < Math.min(index, text.length); i++) {
    const character = text.charAt(i);
    if (character.trim() === '') continue;
    const found = source.indexOf(character, at);
    if (found === -1 || found >= end) return at;
    at = found + 1;
  }
  const wanted = text.charAt(index);
  const found = wanted.trim() === '' ? -1 : source.indexOf(wanted, at);
  return found === -1 || found >= end ? at : found;
};
