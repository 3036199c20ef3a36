import type { Cell } from '../tabular/table.ts';

/** A value that cannot be read, and the reason. */
interface FieldFault {
  readonly message: string;
  readonly hint: string;
}

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** The one member that a union has: its name. */
const memberOf = (union: Members): string | undefined => {
  let member: string | undefined;
  for (const name in union) {
    if (member !== undefined) return undefined;
    member = name;
  }
  return member;
};

/** A value by its kind; nothing where it is not of it. */
type Reader = (value: unknown) => Cell | undefined;

const text: Reader = (value) => (typeof value === 'string' ? value : undefined);
const integer: Reader = (value) => (Number.isSafeInteger(value) ? (value as number) : undefined);
const double: Reader = (value) => (typeof value === 'number' ? value : undefined);
const truth: Reader = (value) => (typeof value === 'boolean' ? String(value) : undefined);
const bytes: Reader = (value) => (value instanceof Uint8Array ? Buffer.from(value).toString('base64') : undefined);
const nothing: Reader = (value) => (value === true ? null : undefined);

const ELEMENTS: ReadonlyMap<string, Reader> = new Map([
  ['stringValues', text],
  ['longValues', integer],
  ['doubleValues', double],
  ['booleanValues', truth],
]);

/** The values of an array as a list cell has them; those that are NULL are empty. */
const list: Reader = (array) => {
  if (!isMembers(array)) return undefined;
  const member = memberOf(array) ?? '';
  const read = ELEMENTS.get(member);
  const values = array[member];
  if (!read || !Array.isArray(values)) return undefined;
  const cells = values.map((value) => (value === null ? '' : read(value)));
  return cells.includes(undefined) ? undefined : cells.join('|');
};

const READERS: ReadonlyMap<string, Reader> = new Map([
  ['stringValue', text],
  ['longValue', integer],
  ['doubleValue', double],
  ['booleanValue', truth],
  ['blobValue', bytes],
  ['arrayValue', list],
  ['isNull', nothing],
]);

/** The cell of a value as the Data API sends it, or nothing where it has no form that the service documents. */
export const readField = (field: unknown): Cell | undefined => {
  if (!isMembers(field)) return undefined;
  const member = memberOf(field);
  return member === undefined ? undefined : READERS.get(member)?.(field[member]);
};

/** The hint for a reply that the Data API cannot have sent. */
export const WHO_ANSWERS = 'ask again; if it persists, check that the endpoint is the RDS Data API';
const CAST = 'cast the column in the query: column::text';

const isTooLarge = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;

/** Describes the fault of a value for which `readField` returns no cell. */
export const describeField = (field: unknown): FieldFault => {
  const { longValue, arrayValue } = Object(field);
  const { longValues, arrayValues } = Object(arrayValue);
  if ([longValue, longValues].flat().some(isTooLarge)) {
    return { message: 'the integer is beyond 9007199254740991, where a number loses digits', hint: CAST };
  }
  if (arrayValues !== undefined) return { message: 'the value is an array of arrays', hint: CAST };
  return { message: 'the value has no form that the Data API documents', hint: WHO_ANSWERS };
};
