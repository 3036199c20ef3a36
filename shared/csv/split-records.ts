import type { CellCounter } from './cell-limit.ts';

/** Receives a line and its number, from 1. Returns false to stop. */
type VisitLine = (line: string, number: number) => boolean;

/**
 * Visits the lines of a text without their line breaks. Skips blank lines. Takes a callback because a generator would
 * allocate two objects for each line.
 */
const visitLines = (text: string, delimiter: string, visit: VisitLine): void => {
  let from = 0;
  for (let number = 1; from < text.length; number += 1) {
    const next = text.indexOf('\n', from);
    const end = next === -1 ? text.length : next;
    const isCrlf = next > from && text[next - 1] === '\r';
    const lineEnd = isCrlf ? end - 1 : end;
    if (lineEnd > from) {
      const line = text.slice(from, lineEnd);
      if ((line.includes(delimiter) || line.trim() !== '') && !visit(line, number)) return;
    }
    from = end + 1;
  }
};

/**
 * Splits a text without quotes into at most `most` records. Each delimiter ends a cell.
 * @throws WallfeedError SOURCE_TOO_LARGE (cells), SOURCE_TIMEOUT.
 */
export const splitRecords = (text: string, delimiter: string, most: number, counter: CellCounter): string[][] => {
  const records: string[][] = [];
  visitLines(text, delimiter, (line) => {
    const record = line.split(delimiter, counter.left() + 1);
    counter.count(record.length);
    return records.push(record) < most;
  });
  return records;
};

/** Returns the line numbers of the first `most` records in a text without quotes. */
export const numberRecords = (text: string, delimiter: string, most: number): readonly number[] => {
  const numbers: number[] = [];
  visitLines(text, delimiter, (_, number) => numbers.push(number) < most);
  return numbers;
};
