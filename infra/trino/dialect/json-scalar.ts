/** A function that reads a value with its source, which the types of TypeScript do not have yet. */
type Revive = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Keeps a number as it is written, in an object, because `1.50` stays `1.50`. */
const keepNumbers: Revive = (_, value, { source }) => (typeof value === 'number' ? new Written(source) : value);

class Written extends String {}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text, keepNumbers as Parameters<typeof JSON.parse>[1]);
  } catch {
    return undefined;
  }
};

const STEP = /\.([\p{L}\p{N}_-]+)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]/gu;
const PATH = new RegExp(`^\\$(?:${STEP.source})*$`, 'u');

/** Returns the keys and indexes of a path: `$.a[0]["b c"]`. Throws if the path has another form. */
const stepsOf = (path: string): readonly string[] => {
  if (!PATH.test(path)) throw new Error(`INVALID_FUNCTION_ARGUMENT: the JSON path '${path}' is not emulated locally`);
  return Array.from(path.matchAll(STEP), ([, name, index, key]) => name ?? index ?? key ?? '');
};

/** Returns the text of a value in a JSON document; null for a list, a map, JSON's null, or a text that is not JSON. */
export const extractScalar = (text: string, path: string): string | null => {
  const found = stepsOf(path).reduce<unknown>(
    (value, step) => (value instanceof Written ? undefined : Object(value)[step]),
    parse(text),
  );
  const isScalar = found instanceof Written || typeof found === 'string' || typeof found === 'boolean';
  return isScalar ? String(found) : null;
};
