import { type NumberFormat, type NumberKind, parseNumberFormat } from './number-formats.ts';
import { readXml } from './read-zipped-xml.ts';
import type { ZipEntries } from './zip-entries.ts';

/** Ids of the number formats that every workbook has, as ranges. The others show plain numbers. */
const BUILT_IN: readonly (readonly [first: number, last: number, kind: NumberKind])[] = [
  [9, 10, 'percent'],
  [14, 17, 'time'],
  [18, 21, 'clock'],
  [22, 22, 'time'],
  [27, 31, 'time'],
  [32, 35, 'clock'],
  [36, 36, 'time'],
  [45, 45, 'clock'],
  [46, 46, 'elapsed'],
  [47, 47, 'clock'],
  [50, 54, 'time'],
  [55, 56, 'clock'],
  [57, 58, 'time'],
  [67, 68, 'percent'],
  [71, 74, 'time'],
  [75, 76, 'clock'],
  [77, 77, 'time'],
  [78, 78, 'clock'],
  [79, 79, 'elapsed'],
  [80, 80, 'clock'],
  [81, 81, 'time'],
];
/** The ids of mm:ss.0. */
const WITH_FRACTION = [47, 80];

const builtInFormat = (id: number): NumberFormat => {
  const [, , kind = 'number'] = BUILT_IN.find(([first, last]) => id >= first && id <= last) ?? [];
  return [{ kind, hasFraction: WITH_FRACTION.includes(id), hidesZero: false }];
};

export const readNumberStyles = async (entries: ZipEntries, path: string): Promise<readonly NumberFormat[]> => {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let list = '';
  await readXml(entries, path, {
    open: (name, read) => {
      if (name === 'numFmts' || name === 'cellXfs') list = name;
      if (name !== 'numFmt' && name !== 'xf') return;
      const id = Number(read('numFmtId') ?? 0);
      if (name === 'numFmt' && list === 'numFmts') codes.set(id, read('formatCode') ?? '');
      if (name === 'xf' && list === 'cellXfs') ids.push(id);
    },
    close: (name) => {
      if (name === list) list = '';
    },
  });
  const formats = new Map(Array.from(codes, ([id, code]) => [id, parseNumberFormat(code)]));
  return ids.map((id) => formats.get(id) ?? builtInFormat(id));
};
