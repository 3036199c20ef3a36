import { formatFault } from '../../dashboard/fault.ts';
import type { SeedFault } from '../../dashboard/seeds/seed.ts';

/** What is wrong with a seed of the local database on one line, and what that means. */
export const formatSeedError = (
  { message, cause }: Error,
  meaning: string,
  nameOf: (file: string) => string,
): string => {
  if (!cause || !Object.hasOwn(cause, 'line')) return `The local database cannot be seeded: ${message} (${meaning})`;
  const fault = cause as SeedFault;
  return formatFault({ ...fault, hint: `correct it here; ${meaning}`, about: 'data' }, nameOf(fault.file));
};
