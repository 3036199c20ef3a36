import fc from 'fast-check';

const COUNTS = [1_000, 20_000, 50_000, 200_000] as const;
/** Maximum size of a grown document, below the limit of an object. */
const MAX_BYTES = 12_000_000;

const differing = (value: unknown, index: number): unknown => {
  if (typeof value === 'string') return `${value}${index}`;
  if (typeof value === 'number') return index;
  if (Array.isArray(value)) return value.map((entry) => differing(entry, index));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, differing(entry, index)]));
};

/** Ways to grow a list: entries are copied, get different texts and numbers, or are all invalid in the same way. */
const CHANGES: readonly ((entry: unknown, index: number) => unknown)[] = [
  (entry) => entry,
  differing,
  () => null,
  () => ({}),
  () => [],
  () => 'x',
  (_, index) => index,
];

/** Finds every list with entries in a body. */
const listsIn = (value: unknown): readonly unknown[][] => {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(listsIn);
  return Array.isArray(value) && value.length > 0 ? [value, ...inside] : inside;
};

/** Draws the text of a body in which one list has very many entries. */
export const grownDocument = (body: unknown): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...COUNTS), fc.constantFrom(...CHANGES), fc.nat()).map(([count, change, at]) => {
    const copy = structuredClone(body);
    const lists = listsIn(copy);
    const list = lists[at % lists.length] ?? [];
    const entries = list.splice(0);
    const most = (MAX_BYTES / JSON.stringify(entries).length) * entries.length;
    for (let index = 0; index < Math.min(count, most); index++) {
      list.push(change(entries[index % entries.length], index));
    }
    return JSON.stringify(copy);
  });
