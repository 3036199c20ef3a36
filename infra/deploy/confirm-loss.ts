import { ask } from './ask.ts';
import type { ConfirmLoss } from './update-stack.ts';

/** `--yes` agrees in advance. Without it somebody has to type; without a terminal nobody can, so the answer is no. */
export const createConfirm = (isAgreed: boolean): ConfirmLoss => {
  if (isAgreed) return async () => true;
  return process.stdin.isTTY ? async () => /^y(es)?$/i.test(await ask('Type yes to go on: ')) : async () => false;
};
