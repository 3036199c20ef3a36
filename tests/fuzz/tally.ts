import type { FuzzCase } from './cases/fuzz-case.ts';
import { readAnswer } from './invariants/read-answer.ts';

/** How often a shape was answered with a body, and how often with a problem. */
export interface Answered {
  readonly good: number;
  readonly refused: number;
}

/** What came of cases: answers by error or `OK`, and by shape. */
export interface Counts {
  readonly answers: Readonly<Record<string, number>>;
  readonly shapes: Readonly<Record<string, Answered>>;
}

export interface Tally {
  count(one: FuzzCase, result: unknown): void;
  readonly counts: Counts;
}

const errorOf = (text: string): string => {
  try {
    return String(JSON.parse(text).error);
  } catch {
    return 'none';
  }
};

/** Counts what comes of the cases of a group. `shapes`: the names of all that it attacks. */
export const createTally = (shapes: readonly string[]): Tally => {
  const answers: Record<string, number> = {};
  const byShape: Record<string, Answered> = Object.fromEntries(shapes.map((name) => [name, { good: 0, refused: 0 }]));
  return {
    count: ({ endpoint }, result) => {
      const { answer } = readAnswer(result);
      if (!answer) return;
      const isGood = answer.status === 200;
      const error = isGood ? 'OK' : errorOf(answer.text);
      answers[error] = (answers[error] ?? 0) + 1;
      const { good = 0, refused = 0 } = byShape[endpoint.folder.name] ?? {};
      byShape[endpoint.folder.name] = { good: good + Number(isGood), refused: refused + Number(!isGood) };
    },
    counts: { answers, shapes: byShape },
  };
};
