import { ask } from './ask.ts';

/** Asks the user whether to restore a snapshot; undefined without an answer. */
export type AskRestore = () => Promise<boolean | undefined>;

const askUser: AskRestore = async () => {
  const answer = await ask('Restore it, or begin with an empty database? Type restore or empty: ');
  return /^r(estore)?$/i.test(answer) || (/^e(mpty)?$/i.test(answer) ? false : undefined);
};

/**
 * Creates the question whether to restore a snapshot. With `--yes` the answer is yes; without a terminal, undefined.
 */
export const createAskRestore = (isAgreed: boolean): AskRestore => {
  if (isAgreed) return async () => true;
  return process.stdin.isTTY ? askUser : async () => undefined;
};
