import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { posixPath, projectRoot } from '../../program/project-root.ts';
import list from './plain-english.json' with { type: 'json' };

/** The folders whose files are checked. The files directly in the root folder are checked too. */
const FOLDERS = ['.github', 'functions', 'infra', 'schemas', 'shared', 'tests'];

/** Sources, documents, and the titles of rejects. */
const CHECKED_FILES = /(?:\.m?ts|\.mjs|\.md|rejects\.json)$/;

/** Files that are not checked, because they quote the forbidden phrases. */
const EXCEPTIONS: ReadonlySet<string> = new Set(['tests/infra/cli/plain-english.test.ts']);

const PHRASES = {
  rule: 'a phrase that a stranger must read twice',
  pattern: new RegExp(`\\b(?:${list.phrases.join('|')})\\b`, 'gi'),
};

const RULES = [
  PHRASES,
  ...list.rules.map(({ rule, pattern, flags }) => ({ rule, pattern: new RegExp(pattern, `g${flags}`) })),
];

export const findRiddles = (text: string): readonly string[] =>
  RULES.flatMap(({ rule, pattern }) =>
    Array.from(text.matchAll(pattern), ({ 0: found, index }) => {
      const line = text.slice(0, index).split('\n').length;
      return `${line}: ${found.trim().replaceAll(/\s+/g, ' ')} (${rule})`;
    }),
  );

const listFiles = async (): Promise<readonly string[]> => {
  const listed = FOLDERS.map(async (folder) =>
    (await readdir(join(projectRoot, folder), { recursive: true })).map((file) => posixPath(join(folder, file))),
  );
  const files = [...(await readdir(projectRoot)), ...(await Promise.all(listed)).flat()];
  return files.filter((file) => CHECKED_FILES.test(file) && !EXCEPTIONS.has(file));
};

/** @throws Error that lists every place that breaks a rule. */
export const checkLanguage = async (): Promise<void> => {
  const found = await Promise.all(
    (await listFiles()).map(async (file) =>
      findRiddles(await readFile(join(projectRoot, file), 'utf8')).map((riddle) => `${file}:${riddle}`),
    ),
  );
  if (found.flat().length > 0) throw new Error(found.flat().join('\n'));
};
