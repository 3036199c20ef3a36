import { ask } from './ask.ts';
import type { ConfirmLoss } from './update-stack.ts';

/** Asks the user to confirm a loss of data. `--yes` confirms it in advance. Without a terminal the answer is no. */
export const createConfirm = (isAgreed: boolean): ConfirmLoss => {
  if (isAgreed) return async () => true;
  return process.stdin.isTTY ? async () => /^y(es)?$/i.test(await ask('Type yes to go on: ')) : async () => false;
};
