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

const STEP = /\.([\p{L}\p{N}_-]+)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]/uy;

/** Returns the keys and indexes of a path: `$.a[0]["b c"]`. Throws if the path has another form. */
const stepsOf = (path: string): readonly string[] => {
  const steps: string[] = [];
  let at = path.startsWith('$') ? 1 : -1;
  while (at !== -1 && at < path.length) {
    STEP.lastIndex = at;
    const found = STEP.exec(path);
    at = found ? STEP.lastIndex : -1;
    if (found) steps.push(found[1] ?? found[2] ?? found[3] ?? '');
  }
  if (at === -1) throw new Error(`INVALID_FUNCTION_ARGUMENT: the JSON path '${path}' is not emulated locally`);
  return steps;
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
