import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { projectRoot } from '../../infra/program/project-root.ts';

/** Code that works on Unix only. */
const FORBIDDEN: Readonly<Record<string, RegExp>> = {
  'a shell': /\bshell:\s*true|['"](?:sh|bash|cmd)['"],\s*\[|\bexecSync\(|[^.\w]exec\(['"`]/,
  'a PATH that is joined or split with a colon': /PATH[^;\n]*(?:\.split\(':'\)|\.join\(':'\)|\}:\$\{)/,
  'a symbolic link that is made': /\bsymlink(?:Sync)?\(/,
  'a folder for temporary files by its Unix name': /['"`]\/tmp\b/,
  'a home folder by its variable': /process\.env\.HOME\b/,
};

/**
 * Files that are not checked: the page runs in a browser, tests and benchmarks only in the repository. A MySQL server of its
 * own is found and started on Unix only; elsewhere `database.local` names one.
 */
const LEFT_OUT = /^infra\/(?:console\/page|dashboards|cli\/(?:test|bench)|local\/emulators\/mysql\/server-)/;

const sources = ['infra', 'shared', 'schemas'].flatMap((folder) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.(?:ts|mjs|cjs)$/.test(path) && !LEFT_OUT.test(path)),
);

const findUses = (pattern: RegExp): readonly string[] =>
  sources.filter((path) => pattern.test(readFileSync(join(projectRoot, path), 'utf8')));

describe('commands run on Linux, macOS and Windows', () => {
  test.each(Object.keys(FORBIDDEN))('no source uses %s, which works on Unix only', (name) => {
    expect(findUses(FORBIDDEN[name] as RegExp)).toEqual([]);
  });
});

test('npm scripts run in every shell', () => {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  for (const line of Object.values(scripts)) expect(line).toMatch(/^(?:node|biome) [\w/.:-]+(?: [\w/.:-]+)*$/);
});
