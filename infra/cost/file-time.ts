import { keptBytesOf } from '../../shared/cache/create-memory.ts';
import type { Assumptions } from './assumptions.ts';

export interface WallFile {
  /** 0 if the file is not in data/. */
  readonly bytes: number;
  /** True if the rows depend on the time of the request, so that each read scans the file, changed or not. */
  readonly isWindowed: boolean;
}

/** The memory in MB that gives a function a whole vCPU. A scan uses at most one vCPU. */
const MB_OF_A_VCPU = 1769;
const BYTES_PER_MB = 1_000_000;

const scanMs = (bytes: number, { memoryMb, scanRate }: Assumptions): number =>
  (1000 * bytes) / BYTES_PER_MB / scanRate / Math.min(1, memoryMb / MB_OF_A_VCPU);

const fetchMs = (bytes: number, { fetchRate }: Assumptions): number => (1000 * bytes) / BYTES_PER_MB / fetchRate;

/** Returns the time to read a file: the longer one of its download and its scan, which run in parallel. */
const readMs = (bytes: number, assumptions: Assumptions): number =>
  Math.max(scanMs(bytes, assumptions), fetchMs(bytes, assumptions));

/** True if a function keeps the bytes of a file, so that it fetches them again only once they changed. */
export const isKept = ({ bytes }: WallFile, { memoryMb }: Pick<Assumptions, 'memoryMb'>): boolean =>
  bytes <= keptBytesOf(memoryMb);

const warmMs = (file: WallFile, assumptions: Assumptions): number => {
  if (!file.isWindowed) return 0;
  return isKept(file, assumptions) ? scanMs(file.bytes, assumptions) : readMs(file.bytes, assumptions);
};

const sum = (times: readonly number[]): number => times.reduce((total, time) => total + time, 0);

/**
 * Returns the milliseconds that files add to a call that reads its sources. A cold call fetches and scans all files. A
 * warm call scans only files with a window: other files are scanned again only after a change, which is not counted.
 */
export const fileTimeOf = (
  { files }: { readonly files: readonly WallFile[] },
  assumptions: Assumptions,
): { readonly cold: number; readonly warm: number } => ({
  cold: sum(files.map(({ bytes }) => readMs(bytes, assumptions))),
  warm: sum(files.map((file) => warmMs(file, assumptions))),
});
