import { describe, expect, test } from '@jest/globals';
import type { Diagnostic } from '../../../../infra/dashboard/folder/diagnostic.ts';
import { areSameErrors, findNewErrors } from '../../../../infra/local/session/new-errors.ts';

const error = (message: string, more: Partial<Diagnostic> = {}): Diagnostic => ({
  file: '/wall/dashboard.yml',
  line: 4,
  column: 1,
  message,
  severity: 'error',
  ...more,
});

const TYPO = error('unknown component', { endpoint: 'pie' });

describe('the errors of a changed folder', () => {
  test('an error of the served version is not new, also on another line', () => {
    expect(findNewErrors([{ ...TYPO, line: 9 }], [TYPO])).toEqual([]);
  });

  test('the same message about another endpoint is new', () => {
    const other = { ...TYPO, endpoint: 'bar' };
    expect(findNewErrors([TYPO, other], [TYPO])).toEqual([other]);
  });

  test('one message about two endpoints is new if the served version has it for one of them', () => {
    const { endpoint: _, ...both } = { ...TYPO, endpoints: ['pie', 'bar'] };
    expect(findNewErrors([both], [TYPO])).toEqual([both]);
    expect(findNewErrors([TYPO], [both])).toEqual([]);
  });

  test('the same message about another file is new', () => {
    const other = error('the file is missing', { file: '/wall/data/a.csv' });
    expect(findNewErrors([other], [error('the file is missing')])).toEqual([other]);
  });

  test('two lists are the same if they have the same errors in any order', () => {
    expect(areSameErrors([TYPO, error('a')], [error('a'), TYPO])).toBe(true);
    expect(areSameErrors([TYPO], [])).toBe(false);
    expect(areSameErrors([TYPO], [error('a')])).toBe(false);
  });
});
