import { describe, expect, test } from '@jest/globals';
import type { Judge } from '../../infra/lab/rejects/feed.ts';
import { meets, refusalOf } from '../../infra/lab/shapes/judge-reject.ts';
import { weakenedCommons, weakenedJudges } from '../../infra/lab/shapes/weakened-judges.ts';
import { eachShape, type ShapeFolder, shapeFolders } from '../../infra/lab/tables/shape-folders.ts';

const isMissed = (folder: ShapeFolder, judge: Judge | undefined): boolean =>
  judge !== undefined && folder.rejects.some((reject) => !meets(reject, refusalOf(judge, folder, reject)));

describe.each(eachShape)('%s', (_, folder) => {
  test('a shape accepts the base of each reject', () => {
    for (const base of folder.bases) expect(refusalOf(folder, folder, base)).toBeUndefined();
  });

  test('a shape has rejects', () => {
    expect(folder.rejects.length).toBeGreaterThan(0);
  });

  if (folder.rejects.length === 0) return;

  test.each(folder.rejects.map((reject) => [reject.why, reject] as const))('a shape refuses: %s', (_, reject) => {
    const refusal = refusalOf(folder, folder, reject);
    const { why, body, json, csv, options, reading, error, message, ...place } = reject;
    expect(refusal).toMatchObject({ code: error });
    expect(refusal?.details).toContainEqual(
      expect.objectContaining({ ...place, message: expect.stringContaining(message) }),
    );
  });

  test.each(folder.rejects.map((reject) => [reject.why, reject] as const))(
    'the refusal of a shape has a hint: %s',
    (_, reject) => {
      for (const { message, hint } of refusalOf(folder, folder, reject)?.details ?? []) {
        expect(hint).toEqual(expect.any(String));
        expect(message).not.toMatch(/must match|breaks|undefined/);
      }
    },
  );

  test('no two rejects of a shape have the same title', () => {
    const titles = folder.rejects.map(({ why }) => why);
    expect(titles).toEqual([...new Set(titles)]);
  });

  const weakened = [...weakenedJudges(folder)];
  if (weakened.length > 0) {
    test.each(weakened)('some reject is wrongly accepted without %s', (_, weaken) => {
      expect(isMissed(folder, weaken())).toBe(true);
    });
  }
});

describe('schemas/common', () => {
  test.each([...weakenedCommons()])('some reject of a shape is wrongly accepted without %s', (_, weaken) => {
    expect(shapeFolders.some((folder) => isMissed(folder, weaken(folder)))).toBe(true);
  });
});
