import { WallfeedError } from '../../shared/errors/wallfeed-error.ts';
import { feedDocument, feedTables, type Judge, textsOf } from './feed.ts';
import type { Reject, ShapeFolder } from './shape-folders.ts';

const textOf = (pieces: NonNullable<Reject['json']>): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece[0].repeat(piece[1]))).join('');

/** How a reject is refused; undefined when it is accepted. Any other error is thrown on. */
export const refusalOf = (
  judge: Judge,
  { options }: Pick<ShapeFolder, 'options'>,
  reject: Reject,
): WallfeedError | undefined => {
  try {
    if (reject.csv === undefined) feedDocument(judge, reject.json ? JSON.parse(textOf(reject.json)) : reject.body);
    else
      feedTables(judge, textsOf(reject.csv), {
        options: reject.options ?? options,
        ...(reject.reading && { reading: reject.reading }),
      });
    return undefined;
  } catch (error) {
    if (error instanceof WallfeedError) return error;
    throw error;
  }
};

const PLACES = ['path', 'table', 'line', 'column'] as const;

/** What of a refusal the reject states: its code, and the detail at the stated place. */
export const meets = (reject: Reject, refusal: WallfeedError | undefined): boolean =>
  refusal?.code === reject.error &&
  refusal.details.some(
    (detail) =>
      detail.message.includes(reject.message) &&
      PLACES.every((place) => reject[place] === undefined || detail[place] === reject[place]),
  );
