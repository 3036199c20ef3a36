import { type Answer, chunksOf, type QueriedFile, TIMEZONE } from './subject.ts';

const LF = 10;
const COMMA = 44;

/** Positions from 0. */
const CREATED_AT = 1;
const PRODUCT = 5;
const STATUS = 7;
const AMOUNT = 8;

interface Group {
  turnover: number;
  orders: number;
}

const SIGNIFICANT_DIGITS = 12;
const PAID = Buffer.from('paid');

/** In the time zone of the file. */
const writer = new Intl.DateTimeFormat('sv-SE', { timeZone: TIMEZONE, dateStyle: 'short', timeStyle: 'medium' });

/** Calls `visit` for each line of a file, with the buffer that contains the line and its range in the buffer. */
const visitLines = async (file: string, visit: (bytes: Buffer, from: number, to: number) => void): Promise<void> => {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunksOf(file)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let to = bytes.indexOf(LF); to !== -1; to = bytes.indexOf(LF, from)) {
      visit(bytes, from, to);
      from = to + 1;
    }
    rest = bytes.subarray(from);
  }
  if (rest.length > 0) visit(rest, 0, rest.length);
};

const topSix = (groups: ReadonlyMap<string, Group>): Answer =>
  Array.from(groups, ([product, { turnover, orders }]) => [product, turnover, orders] as const)
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 6)
    .map(([product, turnover, orders]) => [product, Number(turnover.toPrecision(SIGNIFICANT_DIGITS)), orders]);

/** Runs the query with code for this file alone: without quotes, other encodings, checks and places of errors. */
export const run = async ({ file, from, to }: QueriedFile): Promise<Answer> => {
  const [after, until] = [writer.format(from), writer.format(to)];
  const groups = new Map<string, Group>();
  const ends = new Int32Array(AMOUNT + 1);
  const textOf = (bytes: Buffer, column: number): string =>
    bytes.toString('latin1', (ends[column - 1] as number) + 1, ends[column]);
  let isHeader = true;
  await visitLines(file, (bytes, start, end) => {
    let column = 0;
    for (let at = start; at < end && column <= AMOUNT; at += 1) {
      if (bytes[at] !== COMMA) continue;
      ends[column] = at;
      column += 1;
    }
    if (isHeader) {
      isHeader = false;
      return;
    }
    if (bytes.compare(PAID, 0, PAID.length, (ends[STATUS - 1] as number) + 1, ends[STATUS]) !== 0) return;
    const createdAt = textOf(bytes, CREATED_AT);
    if (createdAt <= after || createdAt > until) return;
    const product = textOf(bytes, PRODUCT);
    const amount = Number(textOf(bytes, AMOUNT));
    const group = groups.get(product);
    if (group) {
      group.turnover += amount;
      group.orders += 1;
    } else groups.set(product, { turnover: amount, orders: 1 });
  });
  return topSix(groups);
};
