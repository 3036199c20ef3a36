import { createInterface } from 'node:readline/promises';
import type { ConfirmLoss } from './update-stack.ts';

const ask: ConfirmLoss = async () => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question('Type yes to go on: ')).trim());
  } finally {
    terminal.close();
  }
};

/** `--yes` agrees in advance. Without it somebody has to type; without a terminal nobody can, so the answer is no. */
export const createConfirm = (isAgreed: boolean): ConfirmLoss => {
  if (isAgreed) return async () => true;
  return process.stdin.isTTY ? ask : async () => false;
};
