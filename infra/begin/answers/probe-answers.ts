import type { AnswerProbe } from '../../../shared/kinds/source-kind.ts';
import { proposeRows } from './propose-rows.ts';

export interface Answers {
  readonly pages: number;
  /** The bytes of all answers, after unpacking. */
  readonly bytes: number;
  /** The proposed path of the rows. Absent if no document was read, or if dashboard.yml names the path. */
  readonly rows?: string;
}

export const createProbe = (
  secretOf?: AnswerProbe['secretOf'],
): { readonly probe: AnswerProbe; readonly answers: () => Answers } => {
  let pages = 0;
  let bytes = 0;
  let rows: string | undefined;
  return {
    probe: {
      received: (size) => {
        pages += 1;
        bytes += size;
      },
      pathOfRows: (document) => {
        rows ??= proposeRows(document);
        return rows;
      },
      ...(secretOf && { secretOf }),
    },
    answers: () => ({ pages, bytes, ...(rows !== undefined && { rows }) }),
  };
};
