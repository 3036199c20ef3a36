import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { clientPresets, PLATFORM } from '../infra/dashboard/clients/read-client.ts';
import { projectRoot } from '../infra/program/project-root.ts';

/** The pages about front ends: one for each, and the two that all share. */
const CLIENT_PAGES = ['README', 'parameters', ...[...clientPresets().keys()].filter((name) => name !== PLATFORM)];

/** The documents that exist in Chinese, too. */
const TWINS = [
  ['README.md', 'README.zh-CN.md'],
  ['schemas/README.md', 'schemas/README.zh-CN.md'],
  ['infra/local/service.md', 'infra/local/service.zh-CN.md'],
  ['schemas/selections.md', 'schemas/selections.zh-CN.md'],
  ...CLIENT_PAGES.map((name) => [`schemas/clients/${name}.md`, `schemas/clients/${name}.zh-CN.md`] as const),
] as const;

const readText = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

/** Returns the blocks of code of a document, without their comments. */
const blocksOf = (text: string): readonly string[] =>
  Array.from(text.matchAll(/^```.*?^```/gms), ([block]) => block.replaceAll(/ +# .*$/gm, ''));

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

const linksOf = (text: string): readonly string[] =>
  Array.from(text.replaceAll(/^```.*?^```/gms, '').matchAll(/\]\(([^)]+)\)/g), ([, link = '']) => link).filter(
    (link) => !link.startsWith('https://'),
  );

const leadsSomewhere = (from: string, link: string): boolean => {
  const [file = '', anchor] = link.split('#');
  const path = file === '' ? from : join(dirname(from), file);
  if (!existsSync(join(projectRoot, path))) return false;
  const headings = Array.from((anchor ? readText(path) : '').matchAll(/^#+ (.+)$/gm), ([, heading = '']) => heading);
  return anchor === undefined || headings.map(anchorOf).includes(decodeURIComponent(anchor));
};

const levelsOf = (text: string): readonly number[] =>
  Array.from(text.replaceAll(/^```.*?^```/gms, '').matchAll(/^(#+) /gm), ([, marks = '']) => marks.length);

const rowsOf = (text: string): readonly string[] =>
  Array.from(text.matchAll(/^\| (`[^`]+`)/gm), ([, code = '']) => code);

/** Returns the documents that links lead to. A document and its translation count as one document. */
const targetsOf = (text: string): readonly string[] =>
  [...new Set(linksOf(text).map((link) => link.split('#')[0]?.replace('.zh-CN.md', '.md') ?? ''))].sort();

describe.each(TWINS)('%s and %s', (english, chinese) => {
  const [ours, theirs] = [readText(english), readText(chinese)];

  test('each document links to its translation in its first lines', () => {
    const beginning = (text: string): string => text.split('\n').slice(0, 10).join('\n');
    expect(beginning(ours)).toContain(`[中文](${chinese.split('/').at(-1)})`);
    expect(beginning(theirs)).toContain(`[English](${english.split('/').at(-1)})`);
  });

  test('a document and its translation have the same headings, rows of tables, and code apart from comments', () => {
    expect(blocksOf(theirs)).toEqual(blocksOf(ours));
    expect(levelsOf(theirs)).toEqual(levelsOf(ours));
    expect(rowsOf(theirs)).toEqual(rowsOf(ours));
  });

  test('each link of the Chinese document leads to a file, and it links the same documents as the English one', () => {
    expect(linksOf(theirs).filter((link) => !leadsSomewhere(chinese, link))).toEqual([]);
    expect(targetsOf(theirs)).toEqual(targetsOf(ours));
  });
});
