import { describe, expect, test } from '@jest/globals';
import type { Reject } from '../support/rejects/reject.ts';
import type { Limit } from '../support/schema-limits/limit.ts';
import { limits } from '../support/schema-limits/limits.ts';
import { meets, refusalOf } from '../support/shapes/judge-reject.ts';
import { shapeFolders } from '../support/tables/shape-folders.ts';

const folderOf = (shape: string) => {
  const folder = shapeFolders.find(({ family, name }) => `${family}/${name}` === shape);
  if (!folder) throw new Error(`there is no shape ${shape}`);
  return folder;
};

const rejectsOf = (shape: string): readonly Reject[] => folderOf(shape).rejects;

/** True if a path matches a pattern: `series[3].data` matches `series[].data`. */
const fits = (pattern: string, path: string): boolean => path.replaceAll(/\[\d+\]/g, '[]') === pattern;

/** True if a reject proves a limit: the reject expects the error of the limit, and the shape gives this error. */
const holds = ({ shape, error, path, message }: Limit, reject: Reject): boolean => {
  const place = error === 'BODY_INVALID' ? reject.path : (reject.table ?? '');
  if (reject.error !== error || place === undefined || !fits(path, place)) return false;
  const folder = folderOf(shape);
  const refusal = refusalOf(folder, folder, reject);
  return meets(reject, refusal) && (refusal?.details ?? []).some((detail) => message.test(detail.message));
};

const KINDS = { document: (reject: Reject) => !('csv' in reject), rows: (reject: Reject) => 'csv' in reject };

const kindsOf = ({ of }: Limit): readonly (keyof typeof KINDS)[] => (of ? [of] : ['document', 'rows']);

/** Returns a message for each kind of input for which no reject proves the limit. */
const unheld = (limit: Limit): readonly string[] =>
  kindsOf(limit)
    .filter((kind) => !rejectsOf(limit.shape).some((reject) => KINDS[kind](reject) && holds(limit, reject)))
    .map(
      (kind) =>
        `${limit.shape}/rejects.json: no ${kind} refused by ${limit.error} at '${limit.path}', ${limit.message}`,
    );

describe.each(Object.entries(limits))('%s', (_, lines) => {
  test.each(Object.entries(lines))('shapes refuse a reject that breaks the limit: %s', (_, limitsOfSentence) => {
    expect(limitsOfSentence.length).toBeGreaterThan(0);
    expect(limitsOfSentence.flatMap(unheld)).toEqual([]);
  });
});

test('all eleven limits of the interface are listed', () => {
  expect(Object.keys(limits['the table of limits'])).toHaveLength(11);
});

test('a limit is listed for every shape that has a rule or a reference', () => {
  const ruled = shapeFolders.filter(({ shape }) => shape.rules.length > 0 || shape.references.length > 0);
  const named = new Set(
    Object.values(limits).flatMap((lines) =>
      Object.values(lines)
        .flat()
        .map(({ shape }) => shape),
    ),
  );
  expect(ruled.map(({ family, name }) => `${family}/${name}`).filter((shape) => !named.has(shape))).toEqual([]);
});

describe('addresses that a frame refuses', () => {
  const addresses = rejectsOf('frame/frame').map(({ body }) => String((body as { src?: unknown } | undefined)?.src));

  test.each([
    ['the scheme http', /^http:\/\/\w/],
    ['the scheme in capitals', /^HTTPS:\/\/\w/],
    ['a leading blank', /^\shttps:\/\/\w/],
    ['the scheme javascript', /^javascript:/],
    ['a host without scheme', /^\/\/\w/],
  ])('the rejects of a frame contain an address with %s', (_, address) => {
    expect(addresses).toContainEqual(expect.stringMatching(address));
  });
});
