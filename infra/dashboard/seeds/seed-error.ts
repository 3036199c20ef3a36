import type { SeedFault } from './seed.ts';

/** A fault of a seed as one line of text, with the fault itself as its cause. */
export const seedError = (fault: SeedFault): Error =>
  new Error(`${fault.file}:${fault.line}:${fault.column}  ${fault.message}`, { cause: fault });
