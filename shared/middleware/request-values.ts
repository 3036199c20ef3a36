import type { ParameterConfig, ParameterValue, RequestValues, SqlField } from '../config/dashboard-config.ts';
import type { ColumnSource, Condition, ConditionValue, ParameterTest, Selection, Test } from '../config/selection.ts';
import type { Detail } from '../errors/wallfeed-error.ts';
import { quote, textOf } from './parse-request.ts';
import type { Parameters } from './request-parameters.ts';

type Values = ReadonlyMap<string, ParameterValue>;

/** Returns a test with the values of a request; an empty list if none of the test's parameters was sent. */
const fillTest = ({ word, of }: ParameterTest, values: Values): readonly Test[] => {
  const filled = of.flatMap((one): readonly ConditionValue[] => {
    if (typeof one !== 'object') return [one];
    const value = values.get(one.parameter);
    return value === undefined ? [] : [value];
  });
  const [first] = filled;
  if (first === undefined) return [];
  if (word === 'any' || word === 'not') return [{ is: word, of: filled }];
  if (word === 'contains') return [{ is: word, of: filled.map(String) }];
  return [{ is: word, of: first as ParameterValue }];
};

const fillConditions = (where: readonly Condition[], values: Values): readonly Condition[] =>
  where.map(({ column, tests }) => ({
    column,
    tests: tests.flatMap((test) => (test.is === 'parameter' ? fillTest(test, values) : [test])),
  }));

const fillSource = <Source extends ColumnSource>(source: Source, values: Values): Source => ({
  ...source,
  ...('where' in source && source.where && { where: fillConditions(source.where, values) }),
  ...('parts' in source && { parts: source.parts.map((part) => fillSource(part, values)) }),
});

const fillSelection = (selection: Selection, values: Values): Selection => ({
  ...selection,
  ...(selection.where && { where: fillConditions(selection.where, values) }),
  ...(selection.columns && {
    columns: selection.columns.map(({ name, source }) => ({ name, source: fillSource(source, values) })),
  }),
});

const fieldOf = (value: ParameterValue | undefined): SqlField => {
  if (value === undefined) return { isNull: true };
  if (typeof value === 'string') return { stringValue: value };
  return Number.isSafeInteger(value) ? { longValue: value } : { doubleValue: value };
};

/** Creates the values of a request. `chosen` has no value for an optional parameter that was not sent. */
export const createValues = (parameters: readonly ParameterConfig[], chosen: Values): RequestValues => ({
  key: JSON.stringify(parameters.map(({ name }) => chosen.get(name) ?? null)),
  fill: (selection) => fillSelection(selection, chosen),
  fieldOf: (name) => fieldOf(chosen.get(name)),
});

const valueOrNone = (
  name: string,
  value: ParameterValue | undefined,
): readonly (readonly [string, ParameterValue])[] => (value === undefined ? [] : [[name, value]]);

/** Returns the value with which an endpoint is tried: the default, none, or else the first. */
export const triedValue = ({ values, default: usual, optional }: ParameterConfig): ParameterValue | undefined =>
  usual ?? (optional ? undefined : values[0]);

export const triedValues = (parameters: readonly ParameterConfig[]): RequestValues =>
  createValues(parameters, new Map(parameters.flatMap((one) => valueOrNone(one.name, triedValue(one)))));

const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** Compares numbers as numbers. */
const findValue = (text: string, values: readonly ParameterValue[]): ParameterValue | undefined => {
  const number = NUMBER.test(text) ? Number(text) : undefined;
  return values.find((value) => String(value) === text) ?? values.find((value) => value === number);
};

const MAX_LISTED_VALUES = 10;

const listValues = (values: readonly ParameterValue[]): string => {
  const others = values.length - MAX_LISTED_VALUES;
  return `${values.slice(0, MAX_LISTED_VALUES).join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
};

export const readValues = (
  parameters: readonly ParameterConfig[],
  sent: Parameters,
  faults: Detail[],
): RequestValues => {
  const chosen = parameters.flatMap(({ name, values, default: usual, optional }) => {
    const text = textOf(name, sent, faults);
    const isAbsent = text === undefined || text === '';
    const value = isAbsent ? usual : findValue(text, values);
    if (value === undefined && !(isAbsent && optional)) {
      const found = isAbsent ? 'is missing' : `cannot be ${quote(text)}`;
      const orNone = (usual ?? optional) === undefined ? '' : `, or leave ${name} out`;
      const message = `${found}; allowed are ${listValues(values)}`;
      faults.push({ path: name, message, hint: `send one of the allowed values${orNone}` });
    }
    return valueOrNone(name, value);
  });
  return createValues(parameters, new Map(chosen));
};
