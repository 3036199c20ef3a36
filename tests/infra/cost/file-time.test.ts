import { describe, expect, test } from '@jest/globals';
import { fileTimeOf, isKept, type WallFile } from '../../../infra/cost/file-time.ts';
import { csv, DEFAULTS, estimate } from '../../support/cost/wall-of.ts';

const BYTES_PER_MB = 1_000_000;
const file = (megabytes: number, isWindowed = true): WallFile => ({ bytes: megabytes * BYTES_PER_MB, isWindowed });
const timeOf = (files: readonly WallFile[], memoryMb: number, more = {}) => {
  const { cold, warm } = fileTimeOf({ files }, { ...DEFAULTS, memoryMb, ...more });
  return { cold: Math.round(cold), warm: Math.round(warm) };
};

describe('the time that files add to a call', () => {
  test.each([
    // The scan takes 13 MB / 130 MB a second / (442.25 / 1769) of a vCPU = 0.4 s. The download takes 13 MB / 70 MB a
    // second = 0.186 s.
    ['is that of the scan where the processor is slower than S3', [file(13)], 442.25, { cold: 400, warm: 400 }],
    // The download takes 7 MB / 70 MB a second = 0.1 s. The scan takes 7 MB / 130 MB a second = 0.054 s, and a cached
    // file needs only the scan.
    ['is that of S3 where the processor is faster', [file(7)], 1769, { cold: 100, warm: 54 }],
    ['counts no more than one vCPU', [file(13)], 3538, { cold: 186, warm: 100 }],
    ['counts the fetch of a file that is too large to be kept', [file(70)], 1769, { cold: 1000, warm: 1000 }],
    ['is none for a warm call whose file has no window', [file(70, false)], 1769, { cold: 1000, warm: 0 }],
    ['adds up all files', [file(13), file(13)], 442.25, { cold: 800, warm: 800 }],
    ['is none without files', [], 256, { cold: 0, warm: 0 }],
  ])('the time that files add to a call %s', (_, files, memoryMb, expected) => {
    expect(timeOf(files, memoryMb)).toEqual(expected);
  });

  test('the time that files add to a call depends on the assumed rates', () => {
    expect(timeOf([file(13)], 1769, { scanRate: 26 })).toEqual({ cold: 500, warm: 500 });
    expect(timeOf([file(70)], 1769, { fetchRate: 35 })).toEqual({ cold: 2000, warm: 2000 });
  });
});

test('files of up to a sixteenth of the memory are kept, but none over 16 MB', () => {
  const largest = (memoryMb: number) => [4, 8, 16, 17].filter((mb) => isKept(file(mb), { memoryMb })).at(-1);
  expect([128, 256, 512, 4096].map(largest)).toEqual([8, 16, 16, 16]);
});

describe('an estimate', () => {
  test('an estimate counts the time of a file for each call that reads its sources', () => {
    // There are 777,600 calls of 40 ms. 360 of them are cold and take 600 ms. Each call takes 400 ms longer because of
    // the file.
    const slow = estimate([csv('a', { files: [file(13)] })], { memoryMb: 442.25 }).endpoints[0];
    const plain = estimate([csv('a')], { memoryMb: 442.25 }).endpoints[0];
    expect(slow?.compute).toBeCloseTo((plain?.compute ?? 0) * ((777_240 * 0.44 + 360) / (777_240 * 0.04 + 216)), 2);
  });

  test('an estimate counts the time of a cached file only for calls that the cache does not answer', () => {
    const cached = { cacheSeconds: 600, files: [file(13)] };
    const { compute = 0 } = estimate([csv('a', cached)], { memoryMb: 442.25 }).endpoints[0] ?? {};
    const { compute: without = 0 } =
      estimate([csv('a', { ...cached, files: [] })], { memoryMb: 442.25 }).endpoints[0] ?? {};
    expect(compute / without).toBeLessThan(1.6);
  });
});
