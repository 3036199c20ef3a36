/** A value found in a body, and where. */
export interface Place {
  readonly path: string;
  readonly value: unknown;
}

const EACH = Symbol('[]');

type Step = string | typeof EACH;

const hasField = (value: unknown, name: string): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name);

const parseSteps = (path: string): readonly Step[] =>
  (path.match(/\[\]|[^.[\]]+/g) ?? []).map((step) => (step === '[]' ? EACH : step));

function* walk(value: unknown, steps: readonly Step[], depth: number, path: string): Generator<Place> {
  const step = steps[depth];
  if (step === undefined) {
    yield { path, value };
  } else if (step === EACH) {
    if (!Array.isArray(value)) return;
    for (const [index, entry] of value.entries()) yield* walk(entry, steps, depth + 1, `${path}[${index}]`);
  } else if (hasField(value, step)) {
    yield* walk(value[step], steps, depth + 1, path === '' ? step : `${path}.${step}`);
  }
}

/**
 * Finds the places that a path of the interface names: `series[].data` gives `series[0].data`, `series[1].data` and so on.
 * What is absent, or of another kind than the path expects, is passed over. `base` is where `value` itself stands.
 */
export const selector = (path: string): ((value: unknown, base?: string) => Iterable<Place>) => {
  const steps = parseSteps(path);
  return (value, base = '') => walk(value, steps, 0, base);
};
