import { unpackChunks } from '../../../../shared/sources/s3/unpack.ts';
import { runOver } from './selection.ts';
import { type Answer, chunksOf, packedOf, type QueriedFile } from './subject.ts';

/** Runs the query as a selection of a dashboard, over the file in gzip. */
export const run = (queried: QueriedFile): Promise<Answer> =>
  runOver(unpackChunks(chunksOf(packedOf(queried.file))), queried);
