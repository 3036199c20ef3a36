import { describe, expect, test } from '@jest/globals';
import { bindJudge, feedDocument, feedTables, typeTexts } from '../support/rejects/feed.ts';
import { eachShape, namedReadings } from '../support/tables/shape-folders.ts';

const freezeDeep = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freezeDeep);
  return value;
};

describe.each(eachShape)('%s', (_, { shape, validate, tables, options, bodies }) => {
  const judge = { shape, validate };

  describe.each(namedReadings(bodies))('%s', (_name, reading) => {
    const body = bodies.get(reading);
    const settings = freezeDeep({ options, ...(reading && { reading }) });

    test('the sample table folds into exactly the sample body', () => {
      expect(feedTables(judge, tables, settings)).toStrictEqual(body);
    });

    test('the sample body is valid as a document', () => {
      expect(feedDocument(judge, body)).toBe(body);
    });

    test('the sample body is valid with fields that the interface does not list', () => {
      const wider = Array.isArray(body) ? body : { ...(body as object), cursor: 'hand' };
      expect(feedDocument(judge, wider)).toBe(wider);
    });

    test('folding does not change its input, and gives the same body each time', () => {
      const bound = bindJudge(judge, settings);
      const { typed } = freezeDeep(typeTexts(bound, tables));
      const once = JSON.stringify(bound.fold(typed));
      expect(JSON.stringify(bound.fold(typed))).toBe(once);
    });
  });
});
