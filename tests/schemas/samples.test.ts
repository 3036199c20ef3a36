import { describe, expect, test } from '@jest/globals';
import { foldTables } from '../../shared/pipeline/fold-tables.ts';
import { feedDocument, feedTables, typeTexts } from './feed.ts';
import { eachShape } from './shape-folders.ts';

const freezeDeep = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freezeDeep);
  return value;
};

describe.each(eachShape)('%s', (_, { shape, validate, tables, options, bodies }) => {
  const judge = { shape, validate };

  describe.each([...bodies])('reading %s', (reading, body) => {
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
      const { typed } = freezeDeep(typeTexts(shape, tables, settings));
      const once = JSON.stringify(foldTables(shape, typed, settings));
      expect(JSON.stringify(foldTables(shape, typed, settings))).toBe(once);
    });
  });
});
