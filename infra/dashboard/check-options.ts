import { nearestNames } from '../../shared/catalogue/nearest-names.ts';
import { checkOptions } from '../../shared/catalogue/option.ts';
import type { Shape } from '../../shared/catalogue/shape.ts';
import { type DefinitionProblem, namePath } from './definition-problem.ts';
import { didYouMean } from './name-words.ts';
import type { Path } from './read-yaml.ts';

/** Splits a path such as `.type.north[1]` into its steps. */
const stepsOf = (path: string): Path =>
  [...path.matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));

const hintFor = (steps: Path, shape: Shape, missing: boolean): string => {
  const name = String(steps[0]);
  const known = Object.keys(shape.options);
  const option = Object.hasOwn(shape.options, name) ? shape.options[name] : undefined;
  if (option) return missing ? `add options: { ${name}: ... }` : `write ${option.expects}`;
  const near = nearestNames(name, known, 2);
  if (near.length > 0) return didYouMean(near);
  return known.length > 0 ? `choose one of ${known.join(', ')}` : 'remove it';
};

/**
 * Checks the options of an endpoint against those of its component. A document needs no options, because it already is
 * the body.
 */
export const checkEndpointOptions = (
  { options, json }: Readonly<Record<string, unknown>>,
  shape: Shape,
  path: Path,
): readonly DefinitionProblem[] => {
  if (options !== undefined && (typeof options !== 'object' || options === null || Array.isArray(options))) return [];
  const values = (options ?? {}) as Readonly<Record<string, unknown>>;
  return checkOptions(shape.options, values).flatMap(({ path: inside, message }): readonly DefinitionProblem[] => {
    const steps = stepsOf(inside);
    const whole = [...path, 'options', ...steps];
    const missing = !Object.hasOwn(values, String(steps[0]));
    if (missing && json !== undefined) return [];
    const isUnknown = !Object.hasOwn(shape.options, String(steps[0]));
    return [
      {
        path: missing && options === undefined ? path : whole,
        part: isUnknown || missing ? 'key' : 'value',
        message: `${namePath(whole)} ${message}`,
        hint: hintFor(steps, shape, missing),
      },
    ];
  });
};
