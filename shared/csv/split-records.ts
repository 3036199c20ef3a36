import type { CellCounter } from './cell-limit.ts';

interface Line {
  readonly text: string;
  /** From 1. */
  readonly number: number;
}

/** The lines of a text that hold a record, without their line breaks: those of nothing but blanks are left out. */
function* linesOf(text: string, delimiter: string): Generator<Line> {
  let from = 0;
  for (let number = 1; from < text.length; number += 1) {
    const next = text.indexOf('\n', from);
    const end = next === -1 ? text.length : next;
    const isCrlf = next > from && text[next - 1] === '\r';
    const lineEnd = isCrlf ? end - 1 : end;
    if (lineEnd > from) {
      const line = text.slice(from, lineEnd);
      if (line.includes(delimiter) || line.trim() !== '') yield { text: line, number };
    }
    from = end + 1;
  }
}

/**
 * Splits a text without quotes into its first `most` records. Nothing in it is escaped: a cell ends at the delimiter.
 * @throws WallfeedError SOURCE_TOO_LARGE (cells), SOURCE_TIMEOUT.
 */
export const splitRecords = (text: string, delimiter: string, most: number, counter: CellCounter): string[][] => {
  const records: string[][] = [];
  for (const line of linesOf(text, delimiter)) {
    const record = line.text.split(delimiter, counter.left() + 1);
    counter.count(record.length);
    if (records.push(record) === most) break;
  }
  return records;
};

/** The number of each line that holds a record, in a text without quotes; of so many records at most. */
export const numberRecords = (text: string, delimiter: string, most: number): readonly number[] => {
  const numbers: number[] = [];
  for (const line of linesOf(text, delimiter)) {
    if (numbers.push(line.number) === most) break;
  }
  return numbers;
};
