import type { FuzzCase } from './cases/fuzz-case.ts';
import type { FuzzResponse } from './invariants/read-response.ts';

export interface Answered {
  readonly good: number;
  readonly refused: number;
}

/** By error (or `OK`) and by shape. */
export interface Counts {
  readonly answers: Readonly<Record<string, number>>;
  readonly shapes: Readonly<Record<string, Answered>>;
}

export interface Tally {
  count(one: FuzzCase, answer: FuzzResponse | undefined): void;
  readonly counts: Counts;
}

const errorOf = (text: string): string => {
  try {
    return String(JSON.parse(text).error);
  } catch {
    return 'none';
  }
};

/** @param shapes names of all shapes in the group. */
export const createTally = (shapes: readonly string[]): Tally => {
  const answers: Record<string, number> = {};
  const byShape: Record<string, Answered> = Object.fromEntries(shapes.map((name) => [name, { good: 0, refused: 0 }]));
  return {
    count: ({ endpoint }, answer) => {
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
