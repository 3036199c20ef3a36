import { closingOf, isText, type Token, tokenize } from '../../../../dashboard/athena/tokens.ts';

/** Returns the first select list of a statement outside of parentheses, split at its commas. */
const selectItems = (tokens: readonly Token[]): readonly (readonly Token[])[] => {
  const items: Token[][] = [];
  let isInside = false;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    if (isInside && isText(token, 'from', 'where', 'group', 'union', 'order', 'limit', 'having', 'intersect', 'except'))
      break;
    const end = isText(token, '(', '[') ? closingOf(tokens, at) : at;
    if (isInside && isText(token, ',')) items.push([]);
    else if (isInside) items.at(-1)?.push(...tokens.slice(at, end + 1));
    if (isText(token, 'select') && !isInside) {
      isInside = true;
      items.push([]);
    }
    at = end;
  }
  return items;
};

const isStar = (item: readonly Token[]): boolean =>
  isText(item.at(-1), '*') && (item.length === 1 || isText(item.at(-2), '.'));

const isName = (token: Token | undefined): boolean => token?.kind === 'word' || token?.kind === 'quoted';

/** True for a column, or an expression with an alias. */
const isNamed = (item: readonly Token[]): boolean => {
  if (!isName(item.at(-1)) || isText(item.at(-1), 'end', 'null', 'true', 'false')) return false;
  if (item.length === 1) return true;
  const before = item.at(-2);
  return (
    isText(before, 'as', '.', ')', ']', 'end', 'distinct', 'null') ||
    isName(before) ||
    before?.kind === 'number' ||
    before?.kind === 'string'
  );
};

/** Returns the names of a result's columns. An expression without an alias is `_col` and its position. */
export const columnNames = (sql: string, found: readonly string[]): readonly string[] => {
  const items = selectItems(tokenize(sql));
  const first = items.findIndex(isStar);
  const last = items.findLastIndex(isStar);
  return found.map((name, index) => {
    const fromEnd = items.length - (found.length - index);
    const item = first === -1 || index < first ? items[index] : fromEnd > last ? items[fromEnd] : undefined;
    return item && !isNamed(item) ? `_col${index}` : name;
  });
};
