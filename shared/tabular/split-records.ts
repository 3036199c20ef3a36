import { checkCells, MAX_CELLS } from './cell-limit.ts';
import { trimBlanks } from './trim-blanks.ts';

interface Line {
  readonly text: string;
  /** From 1. */
  readonly number: number;
}

/** The lines of a text, without their line breaks; empty ones are left out. */
function* linesOf(text: string): Generator<Line> {
  let from = 0;
  for (let number = 1; from < text.length; number += 1) {
    const next = text.indexOf('\n', from);
    const end = next === -1 ? text.length : next;
    const isCrlf = next > from && text[next - 1] === '\r';
    const line = text.slice(from, isCrlf ? end - 1 : end);
    if (line !== '') yield { text: line, number };
    from = end + 1;
  }
}

/**
 * The records of a text without quotes, at most so many: nothing in it is escaped, and cells are what stands between the
 * marks.
 * @throws WallfeedError SOURCE_TOO_LARGE (cells).
 */
export const splitRecords = (text: string, delimiter: string, most: number): string[][] => {
  const records: string[][] = [];
  let cells = 0;
  for (const line of linesOf(text)) {
    const record = line.text.split(delimiter, MAX_CELLS - cells + 1);
    cells += record.length;
    checkCells(cells);
    if (records.push(record) === most) break;
  }
  return records;
};

/** The number of each line that holds a record, in a text without quotes; of so many lines at most. */
export const numberRecords = (text: string, delimiter: string, most: number): readonly number[] => {
  const numbers: number[] = [];
  let lines = 0;
  for (const line of linesOf(text)) {
    if (line.text.includes(delimiter) || trimBlanks(line.text) !== '') numbers.push(line.number);
    lines += 1;
    if (lines === most) break;
  }
  return numbers;
};
