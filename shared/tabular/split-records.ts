import { checkCells, MAX_CELLS } from './cell-limit.ts';

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
    const line = text.slice(from, isCrlf ? end - 1 : end);
    if (line.includes(delimiter) || line.trim() !== '') yield { text: line, number };
    from = end + 1;
  }
}

/** The line of the first record. */
export const firstRecord = (text: string, delimiter: string): string | undefined =>
  linesOf(text, delimiter).next().value?.text;

/**
 * The records of a text without quotes, at most so many: nothing in it is escaped, and cells are what stands between the
 * marks.
 * @throws WallfeedError SOURCE_TOO_LARGE (cells).
 */
export const splitRecords = (text: string, delimiter: string, most: number): string[][] => {
  const records: string[][] = [];
  let cells = 0;
  for (const line of linesOf(text, delimiter)) {
    const record = line.text.split(delimiter, MAX_CELLS - cells + 1);
    cells += record.length;
    checkCells(cells);
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
