import { describe, expect, test } from '@jest/globals';
import { type EmptyReason, emptyReasonOf, readEmpty, writeEmpty } from '../../../shared/tabular/empty-reason.ts';

const NEWEST = Date.parse('2026-11-22T15:10:00Z');

describe('the reason of an empty response', () => {
  test.each<[EmptyReason, string]>([
    [{ step: 'source', read: 0 }, 'source; read=0; kept=0'],
    [{ step: 'where', read: 5 }, 'where; read=5; kept=0'],
    [{ step: 'window', read: 600, newest: NEWEST }, 'window; read=600; kept=0; newest=2026-11-22T15:10:00Z'],
    [{ step: 'window', read: 1, newest: NEWEST + 5 }, 'window; read=1; kept=0; newest=2026-11-22T15:10:00.005Z'],
  ])('the reason of an empty response %j is written as %s, and read again', (reason, text) => {
    expect(writeEmpty(reason)).toBe(text);
    expect(readEmpty(text)).toEqual(reason);
  });

  test.each(['', 'where', 'where; read=5', 'where; read=x; kept=0', 'limit; read=1; kept=0', 'where; read=5; kept=0 '])(
    'the reason of an empty response is not read from other text: %j',
    (text) => {
      expect(readEmpty(text)).toBeUndefined();
    },
  );

  test('the reason of an empty response counts the rows of all sources, and names the first step that left no row', () => {
    const table = (empty?: EmptyReason, rows = 0) => ({ rows: new Array(rows), ...(empty && { empty }) });
    const where = table({ step: 'where', read: 5 });
    const window = table({ step: 'window', read: 3, newest: NEWEST }, 1);
    const older = table({ step: 'window', read: 1, newest: NEWEST - 1 });
    expect(emptyReasonOf([table()])).toEqual({ step: 'source', read: 0 });
    expect(emptyReasonOf([table(), where])).toEqual({ step: 'where', read: 5 });
    expect(emptyReasonOf([where, older, window, table()])).toEqual({ step: 'window', read: 9, newest: NEWEST });
    expect(emptyReasonOf([where, table(undefined, 1)])).toBeUndefined();
  });
});
