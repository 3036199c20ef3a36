import { unpackChunks } from '../../../../shared/sources/s3/unpack.ts';
import { runOver } from './selection.ts';
import { type Answer, chunksOf, packedOf, type QueriedFile } from './subject.ts';

/** Reads the file in gzip. */
export const run = (queried: QueriedFile): Promise<Answer> =>
  runOver(unpackChunks(chunksOf(packedOf(queried.file))), queried);
