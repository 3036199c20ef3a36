import { readFile, stat } from 'node:fs/promises';
import { hasSqlDetails, loadModule, parseSync } from 'libpg-query';
import { syntaxIndex } from '../check-sql.ts';
import type { Fault } from '../fault.ts';
import { findSeeds } from './find-seeds.ts';
import { faultAt } from './seed-place.ts';

/** Larger seeds are left to the database: a tree is many times its text. */
const MAX_PARSED_BYTES = 4 * 1024 * 1024;

interface Found {
  readonly index: number;
  readonly message: string;
  readonly hint: string;
}

const findFault = (text: string): Found | undefined => {
  const nul = text.indexOf('\0');
  if (nul !== -1) return { index: nul, message: 'a NUL character', hint: 'remove it' };
  try {
    parseSync(text);
    return undefined;
  } catch (error) {
    if (!hasSqlDetails(error)) return undefined;
    return {
      index: syntaxIndex(error, text),
      message: `not SQL: ${error.message}`,
      hint: 'correct the statement here',
    };
  }
};

const UNREADABLE = { message: 'the file cannot be read', hint: 'check who may read it' };
const NOT_UTF8 = { message: 'the file is not UTF-8', hint: 'save it as UTF-8' };

const checkSeed = async (file: string): Promise<readonly Fault[]> => {
  try {
    if ((await stat(file)).size > MAX_PARSED_BYTES) return [];
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
    const found = findFault(text);
    if (!found) return [];
    const { index, message, hint } = found;
    return [{ ...faultAt({ file, text }, index, message), hint, about: 'data' }];
  } catch (error) {
    const isEncoding = (error as { code?: string }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
    return [{ file, line: 1, column: 1, ...(isEncoding ? NOT_UTF8 : UNREADABLE), about: 'data' }];
  }
};

/** Parses the seeds of a folder by PostgreSQL's grammar; whether they run, only a database tells. */
export const checkSeeds = async (folder: string): Promise<readonly Fault[]> => {
  await loadModule();
  return (await Promise.all((await findSeeds(folder)).map(checkSeed))).flat();
};
