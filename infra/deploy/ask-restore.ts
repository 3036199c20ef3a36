import { createInterface } from 'node:readline/promises';

/** Asks the user whether to restore a snapshot; undefined where nobody answers. */
export type AskRestore = () => Promise<boolean | undefined>;

const ask: AskRestore = async () => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = (
      await terminal.question('Restore it, or begin with an empty database? Type restore or empty: ')
    ).trim();
    return /^r(estore)?$/i.test(answer) || (/^e(mpty)?$/i.test(answer) ? false : undefined);
  } finally {
    terminal.close();
  }
};

/** `--yes` agrees in advance. Without it somebody has to type, and without a terminal nobody can. */
export const createAskRestore = (isAgreed: boolean): AskRestore => {
  if (isAgreed) return async () => true;
  return process.stdin.isTTY ? ask : async () => undefined;
};
