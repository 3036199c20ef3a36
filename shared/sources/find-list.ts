const MAX_DEPTH = 4;

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: unknown): boolean => Array.isArray(value) && value.some(isMap);

/**
 * Finds the first list of objects in a document. Returns its path, such as `data.items`; undefined if there is none.
 */
export const findList = (document: unknown, depth = MAX_DEPTH): string | undefined => {
  if (!isMap(document) || depth === 0) return undefined;
  const entries = Object.entries(document);
  const [direct] = entries.find(([, value]) => isList(value)) ?? [];
  if (direct !== undefined) return direct;
  for (const [key, value] of entries) {
    const inner = findList(value, depth - 1);
    if (inner !== undefined) return `${key}.${inner}`;
  }
  return undefined;
};
