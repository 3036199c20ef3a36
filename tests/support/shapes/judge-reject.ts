import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { feedDocument, feedTables, type Judge, textsOf } from '../rejects/feed.ts';
import type { Reject, RejectInput } from '../rejects/reject.ts';
import type { ShapeFolder } from '../tables/shape-folders.ts';

const joinPieces = (pieces: NonNullable<RejectInput['json']>): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece[0].repeat(piece[1]))).join('');

const feedInput = (judge: Judge, folder: Pick<ShapeFolder, 'options'>, input: RejectInput): unknown => {
  const { body, json, csv, options = folder.options, reading } = input;
  if (csv === undefined) return feedDocument(judge, json ? JSON.parse(joinPieces(json)) : body);
  return feedTables(judge, textsOf(csv), { options, ...(reading && { reading }) });
};

/** Returns undefined if the input is accepted. Rethrows any other error. */
export const refusalOf = (
  judge: Judge,
  folder: Pick<ShapeFolder, 'options'>,
  input: RejectInput,
): WallfeedError | undefined => {
  try {
    feedInput(judge, folder, input);
    return undefined;
  } catch (error) {
    if (error instanceof WallfeedError) return error;
    throw error;
  }
};

const PLACES = ['path', 'table', 'line', 'column'] as const;

export const meets = (reject: Reject, refusal: WallfeedError | undefined): boolean =>
  refusal?.code === reject.error &&
  refusal.details.some(
    (detail) =>
      detail.message.includes(reject.message) &&
      PLACES.every((place) => reject[place] === undefined || detail[place] === reject[place]),
  );
