import { describe, expect, test } from '@jest/globals';
import { type Attempt, climb, SHARES } from '../../infra/lab/limits/limits.ts';
import { canLimitMemory } from '../../infra/lab/limits/memory-limit.ts';
import { worstSources } from '../../infra/lab/limits/worst-sources.ts';
import { isWhole } from '../support/faults/endpoints.ts';

/** The sources that need the most memory for their size, each for a different reason. */
const NAMES = [
  'times in any order',
  'quoted cells',
  'long quoted texts',
  'long texts in UTF-16',
  'texts as fields',
  'paths of a tree',
  'control characters',
  'document of empty lists',
  'document of many fields',
  'result of nulls',
];

/** Sizes to try in ascending order, by memory in MB. No larger size is tried after one that the function refuses. */
type Sizes = Readonly<Record<number, readonly number[]>>;

/**
 * Sources for a short run, one of each kind. Their sizes include the largest size that is read, and larger ones. Documents
 * have no sizes for 512 MB, because 256 MB of memory can read the largest document.
 */
const FEW: Readonly<Record<string, Sizes>> = {
  'long texts in UTF-16': { 128: [0.06, 0.1, 0.15, 0.35, 0.6, 0.8], 256: [0.45, 0.6, 0.8, 1], 512: [0.8] },
  'quoted cells': { 128: [0.1, 0.15, 0.35, 0.6, 0.8], 256: [0.45, 0.6, 0.8, 1], 512: [0.8] },
  'document of many fields': { 128: [0.15, 0.35, 0.6, 0.8], 256: [1] },
};

const ALL: Sizes = { 128: SHARES, 256: SHARES, 512: SHARES };

const climbsOf = (memoryMb: number) =>
  worstSources.flatMap((source) => {
    const sizes = isWhole && NAMES.includes(source.name) ? ALL : FEW[source.name];
    const shares = sizes?.[memoryMb];
    return shares ? [[source.name, source, shares] as const] : [];
  });

/** Requires that the process stays within its memory. Without a control group to kill it, its peak memory decides. */
const expectToFit = ({ outcome }: Attempt, memoryMb: number): void => {
  expect(outcome.status).not.toBe('killed');
  if (!canLimitMemory) expect(outcome.peakMb - outcome.fileMb).toBeLessThanOrEqual(memoryMb);
};

describe.each([128, 256, 512])('a function with %i MB of memory', (memoryMb) => {
  test.each(climbsOf(memoryMb))(
    'a function reads or refuses a growing source of %s, and does not crash',
    async (_, source, shares) => {
      const { read, refused } = await climb(source, { memoryMb, shares, times: 2 });
      for (const attempt of [read, refused]) if (attempt) expectToFit(attempt, memoryMb);
      if (refused) expect(refused.outcome.error).toMatch(/^SOURCE_TOO_LARGE$|^SOURCE_TIMEOUT$|^BODY_TOO_LARGE$/);
      expect(read ?? refused).toBeDefined();
    },
  );
});
