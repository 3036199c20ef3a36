/** A value found in a body, and its path. */
export interface Place {
  readonly path: string;
  readonly value: unknown;
}

type Step = (found: readonly Place[]) => readonly Place[];

const enterEach: Step = (found) => {
  const entries: Place[] = [];
  for (const { path, value } of found) {
    if (!Array.isArray(value)) continue;
    for (let index = 0; index < value.length; index++) entries.push({ path: `${path}[${index}]`, value: value[index] });
  }
  return entries;
};

const hasField = (value: unknown, name: string): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name);

const enterField =
  (name: string): Step =>
  (found) => {
    const fields: Place[] = [];
    for (const { path, value } of found) {
      if (hasField(value, name)) fields.push({ path: path === '' ? name : `${path}.${name}`, value: value[name] });
    }
    return fields;
  };

const parseSteps = (path: string): readonly Step[] =>
  (path.match(/\[\]|[^.[\]]+/g) ?? []).map((step) => (step === '[]' ? enterEach : enterField(step)));

/**
 * Creates a function that finds the places of a path: `series[].data` finds `series[0].data`, `series[1].data` and so on.
 * Absent values and values of another type are skipped. `base` is the path of `value` itself.
 */
export const selector = (path: string): ((value: unknown, base?: string) => readonly Place[]) => {
  const steps = parseSteps(path);
  return (value, base = '') => steps.reduce((found, step) => step(found), [{ path: base, value }] as readonly Place[]);
};
