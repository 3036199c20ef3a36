import { describe, expect, test } from '@jest/globals';
import { meets, refusalOf } from './judge-reject.ts';
import { eachShape } from './shape-folders.ts';
import { weakenedJudges } from './weakened-judges.ts';

describe.each(eachShape)('%s', (_, folder) => {
  test.each(folder.rejects.map((reject) => [reject.why, reject] as const))('refuses: %s', (_, reject) => {
    const refusal = refusalOf(folder, folder, reject);
    const { error, path, line, column, message } = reject;
    const stated = Object.fromEntries(
      Object.entries({ path, line, column }).filter(([, place]) => place !== undefined),
    );
    expect(refusal).toMatchObject({ code: error });
    expect(refusal?.details).toContainEqual(
      expect.objectContaining({ ...stated, message: expect.stringContaining(message) }),
    );
  });

  test('each reject is a miss of its own', () => {
    const reasons = folder.rejects.map(({ why }) => why);
    expect(reasons).toEqual([...new Set(reasons)]);
  });

  test.each(weakenedJudges(folder))('some reject needs %s', (_, judge) => {
    expect(folder.rejects.filter((reject) => !meets(reject, refusalOf(judge, folder, reject)))).not.toEqual([]);
  });
});
