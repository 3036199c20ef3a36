import { describe, expect, test } from '@jest/globals';
import type { Detail } from '../../shared/errors/wallfeed-error.ts';
import type { Judge } from '../support/rejects/feed.ts';
import { meets, refusalOf } from '../support/shapes/judge-reject.ts';
import { weakenedCommons, weakenedJudges } from '../support/shapes/weakened-judges.ts';
import { eachShape, type ShapeFolder, shapeFolders } from '../support/tables/shape-folders.ts';

const isMissed = (folder: ShapeFolder, judge: Judge | undefined): boolean =>
  judge !== undefined && folder.rejects.some((reject) => !meets(reject, refusalOf(judge, folder, reject)));

const commons = () => [...weakenedCommons()];

describe.each(eachShape)('%s', (_, folder) => {
  test('a shape accepts the base of each reject', () => {
    for (const base of folder.bases) expect(refusalOf(folder, folder, base)).toBeUndefined();
  });

  test('a shape has rejects', () => {
    expect(folder.rejects.length).toBeGreaterThan(0);
  });

  if (folder.rejects.length === 0) return;

  test.each(folder.rejects.map((reject) => [reject.why, reject] as const))(
    'a shape refuses, with a hint: %s',
    (_, reject) => {
      const refusal = refusalOf(folder, folder, reject);
      const { why, body, json, csv, options, reading, error, message, ...place } = reject;
      expect(refusal).toMatchObject({ code: error });
      expect(refusal?.details).toContainEqual(
        expect.objectContaining({ ...place, message: expect.stringContaining(message) }),
      );
      const isUnclear = ({ message, hint }: Detail): boolean =>
        hint === undefined || /must match|breaks|undefined/.test(message);
      expect(refusal?.details.filter(isUnclear)).toEqual([]);
    },
  );

  test('no two rejects of a shape have the same title', () => {
    const titles = folder.rejects.map(({ why }) => why);
    expect(titles).toEqual([...new Set(titles)]);
  });

  test('each constraint of the shape is needed: without it, a reject would be accepted', () => {
    const unused = [...weakenedJudges(folder)].filter(([, weaken]) => !isMissed(folder, weaken()));
    expect(unused.map(([lacks]) => lacks)).toEqual([]);
  });
});

describe('schemas/common', () => {
  test('each constraint of the common schemas is needed: without it, a reject of some shape would be accepted', () => {
    const isUsed = ([, weaken]: ReturnType<typeof commons>[number]): boolean =>
      shapeFolders.some((folder) => isMissed(folder, weaken(folder)));
    expect(
      commons()
        .filter((one) => !isUsed(one))
        .map(([lacks]) => lacks),
    ).toEqual([]);
  });
});
