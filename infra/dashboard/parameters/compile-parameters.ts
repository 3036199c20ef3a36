import type { ParameterConfig, ParameterValue, RequestValues } from '../../../shared/config/dashboard-config.ts';
import { partsOf, type SingleSource, type TableSource } from '../../../shared/config/sources.ts';
import { asFields, type Fields } from '../folder/fields.ts';

export const MAX_COMBINATIONS = 1_000;

export const isValue = (value: unknown): value is ParameterValue =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';

/** Number of digits that decimal steps keep, so that 0.1 + 0.2 is 0.3. */
const DIGITS = 15;

/** Returns a whole number if the step divides the range. */
export const stepsOf = ({ atLeast, atMost, step = 1 }: Fields): number =>
  Number(((Number(atMost) - Number(atLeast)) / Number(step)).toPrecision(DIGITS - 3));

/** Stops at the number of values that an endpoint may have. */
export const valuesOfRange = (range: Fields): readonly number[] => {
  const { atLeast, step = 1 } = range;
  const steps = stepsOf(range);
  if (!Number.isFinite(steps) || steps < 0 || !(Number(step) > 0)) return [];
  return Array.from({ length: Math.min(Math.floor(steps), MAX_COMBINATIONS) + 1 }, (_, index) =>
    Number((Number(atLeast) + index * Number(step)).toPrecision(DIGITS)),
  );
};

export const valuesOf = (definition: Fields): readonly ParameterValue[] =>
  Array.isArray(definition.oneOf) ? definition.oneOf.filter(isValue) : valuesOfRange(definition);

/** Returns undefined if there are none. Leaves out what is invalid. */
export const compileParameters = (value: unknown): readonly ParameterConfig[] | undefined => {
  const parameters = Object.entries(asFields(value)).map(([name, written]) => {
    const definition = asFields(written);
    const { default: usual, optional } = definition;
    const values = valuesOf(definition);
    return {
      name,
      values,
      ...(isValue(usual) && values.includes(usual) && { default: usual }),
      ...(optional === true && { optional: true as const }),
    };
  });
  return parameters.length > 0 ? parameters : undefined;
};

export const countCombinations = (parameters: readonly ParameterConfig[] = []): number =>
  parameters.reduce((product, { values, optional }) => product * (values.length + (optional ? 1 : 0)), 1);

export const requiredValues = (
  parameters: readonly ParameterConfig[] = [],
): Readonly<Record<string, ParameterValue | undefined>> =>
  Object.fromEntries(
    parameters.flatMap(({ name, values, default: usual, optional }) =>
      (usual ?? optional) === undefined ? [[name, values[0]]] : [],
    ),
  );

export const fillTable = (source: TableSource, { fill }: Pick<RequestValues, 'fill'>): TableSource => {
  const filled = partsOf(source).map((part) =>
    'selection' in part && part.selection ? { ...part, selection: fill(part.selection) } : part,
  );
  return source.source === 'list' ? { ...source, of: filled as typeof source.of } : (filled[0] as SingleSource);
};
