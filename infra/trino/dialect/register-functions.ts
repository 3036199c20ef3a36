import { shortestReal } from '../../../shared/kinds/cell-type.ts';
import type { Connection, DuckDb } from './duckdb.ts';

const MIN_PLAIN = 1e-3;
const MAX_PLAIN = 1e7;

const withPoint = (text: string): string => (text.includes('.') ? text : `${text}.0`);

const signOf = (value: number): string => (Object.is(value, -0) ? '-' : '');

/** Writes a double as Trino casts it to a text: always with an exponent, `1.55E1`. */
const writeDouble = (value: number): string => {
  if (!Number.isFinite(value)) return String(value);
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${signOf(value)}${withPoint(digits)}E${exponent.replace('+', '')}`;
};

/** Writes a double as Java does: `3.0`, `1.0E10`, `Infinity`. */
export const formatDouble = (value: number): string => {
  const size = Math.abs(value);
  const isPlain = size === 0 || (size >= MIN_PLAIN && size < MAX_PLAIN);
  return isPlain ? `${signOf(value)}${withPoint(String(value))}` : writeDouble(value);
};

/** Returns the fewest digits that identify a real, such as `0.1` or `1.6777216E7`. */
export const formatReal = (value: number): string => formatDouble(shortestReal(Math.fround(value)));

/**
 * Returns the average of decimals, from their exact sum. It has the scale of the sum, and halves are rounded away from
 * zero.
 */
const averageOf = (sum: string, count: bigint): string => {
  const [, scale = ''] = /\.(\d+)$/.exec(sum) ?? [];
  const total = BigInt(sum.replace('.', ''));
  const size = total < 0n ? -total : total;
  const digits = String((2n * size + count) / (2n * count)).padStart(scale.length + 1, '0');
  const whole = digits.slice(0, digits.length - scale.length);
  return `${total < 0n ? '-' : ''}${whole}${scale === '' ? '' : `.${digits.slice(-scale.length)}`}`;
};

/** TypeScript's types of JSON.parse lack the source text. */
type Revive = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Keeps numbers as they are written: `1.50` stays `1.50`. */
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

/** Returns the steps of a path such as `$.a[0]["b c"]`. Throws if the path has another form. */
const stepsOf = (path: string): readonly string[] => {
  if (!PATH.test(path)) throw new Error(`INVALID_FUNCTION_ARGUMENT: the JSON path '${path}' is not emulated locally`);
  return Array.from(path.matchAll(STEP), ([, name, index, key]) => name ?? index ?? key ?? '');
};

/** Returns null for a list, a map, JSON's null, or a text that is not JSON. */
const extractScalar = (text: string, path: string): string | null => {
  const found = stepsOf(path).reduce<unknown>(
    (value, step) => (value instanceof Written ? undefined : Object(value)[step]),
    parse(text),
  );
  const isScalar = found instanceof Written || typeof found === 'string' || typeof found === 'boolean';
  return isScalar ? String(found) : null;
};

type Value = unknown;

const fail = (message: Value): never => {
  throw new Error(String(message));
};

/** Registers the functions that SQL macros cannot express. Each returns NULL if an argument is NULL. */
export const registerFunctions = (duckdb: DuckDb, connection: Connection): void => {
  const { DuckDBScalarFunction, DOUBLE, VARCHAR, BOOLEAN, BIGINT } = duckdb;
  const define = (
    name: string,
    parameterTypes: readonly unknown[],
    returnType: unknown,
    run: (...values: readonly Value[]) => Value,
  ): void => {
    const definition = DuckDBScalarFunction.create({
      name,
      parameterTypes,
      returnType,
      mainFunction: (_info, input, output) => {
        const columns = parameterTypes.map((_, index) => input.getColumnValues(index));
        for (let row = 0; row < input.rowCount; row += 1) {
          const values = columns.map((column) => column[row]);
          output.setItem(row, values.includes(null) ? null : run(...values));
        }
        output.flush();
      },
    });
    connection.registerScalarFunction(definition);
  };
  define('trino_fail', [VARCHAR, VARCHAR], BOOLEAN, fail);
  define('trino_double_text', [DOUBLE], VARCHAR, (value) => writeDouble(value as number));
  define('trino_json_extract_scalar', [VARCHAR, VARCHAR], VARCHAR, (text, path) =>
    extractScalar(String(text), String(path)),
  );
  define('trino_average', [VARCHAR, BIGINT], VARCHAR, (sum, count) => averageOf(String(sum), count as bigint));
};
