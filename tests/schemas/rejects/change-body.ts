type Container = Record<string, unknown> | unknown[];

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

/** Returns the object or list that holds the value at a path, and the value's key in it. */
const holderOf = (body: unknown, path: string): { readonly holder: Record<string, unknown>; readonly key: string } => {
  const steps = path.match(/[^.[\]]+/g) ?? [];
  const holder = steps
    .slice(0, -1)
    .reduce((value, step) => (isContainer(value) ? (value as Record<string, unknown>)[step] : undefined), body);
  const key = steps.at(-1);
  if (!isContainer(holder) || key === undefined) throw new Error(`the base has no object or list around ${path}`);
  return { holder: holder as Record<string, unknown>, key };
};

/**
 * Returns the body with a value set at a path. Adds the field, or the entry after the last one of a list, if it does
 * not exist.
 */
const setAt = (body: unknown, [path, value]: readonly [path: string, value: unknown]): unknown => {
  const changed = structuredClone(body);
  const { holder, key } = holderOf(changed, path);
  if (JSON.stringify(holder[key]) === JSON.stringify(value)) throw new Error(`${path} has this value in the base`);
  if (Array.isArray(holder) && Number(key) > holder.length) throw new Error(`${path} would leave a gap in its list`);
  holder[key] = value;
  return changed;
};

/** Returns the body without the field or entry at a path. */
const removeAt = (body: unknown, path: string): unknown => {
  const changed = structuredClone(body);
  const { holder, key } = holderOf(changed, path);
  if (!Object.hasOwn(holder, key)) throw new Error(`the base has no ${path} to remove`);
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
  return changed;
};

/** Returns a body with values set by their paths, and then fields or entries removed. */
export const changeBody = (body: unknown, set: Readonly<Record<string, unknown>>, remove: readonly string[]): unknown =>
  remove.reduce(removeAt, Object.entries(set).reduce(setAt, body));
