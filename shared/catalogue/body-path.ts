const stepOf = (text: string): string => text.replaceAll('~1', '/').replaceAll('~0', '~');

const enter = (value: unknown, step: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? (value as Readonly<Record<string, unknown>>)[step]
    : undefined;

/** Finds the place that a JSON pointer names: `/series/0/name` is at the path `series[0].name`, the body itself at `''`. */
export const resolvePointer = (pointer: string, body: unknown): { readonly path: string; readonly value: unknown } => {
  let value = body;
  let path = '';
  for (const step of pointer.split('/').slice(1).map(stepOf)) {
    const dot = path === '' ? '' : '.';
    path += Array.isArray(value) ? `[${step}]` : `${dot}${step}`;
    value = enter(value, step);
  }
  return { path, value };
};

const stepsOf = (path: string): readonly string[] => path.match(/[^.[\]]+/g) ?? [];

/** Returns the value at a path such as `series[0].data`, or undefined if there is none. */
export const valueAt = (path: string, body: unknown): unknown => stepsOf(path).reduce<unknown>(enter, body);

/** Returns the lengths of the lists along a path, as text. If two bodies differ in it, the path names different places. */
export const lengthsAlong = (path: string, body: unknown): string => {
  const lengths: number[] = [];
  stepsOf(path).reduce<unknown>((value, step) => {
    if (Array.isArray(value)) lengths.push(value.length);
    return enter(value, step);
  }, body);
  return lengths.join();
};
