import type { Draw } from './draw.ts';
import type { Failure } from './run-cases.ts';
import type { Counts } from './tally.ts';

/** What the attacking process is told to do. */
export type Order = { readonly run: Draw } | { readonly describe: Draw };

/** What came of a group. */
export interface Report extends Counts {
  readonly seconds: number;
  readonly failure?: Failure;
}

/** What the attacking process says: that it is ready, at which case it is, and what it was asked for. */
export type Word =
  | { readonly is: 'ready' }
  | { readonly is: 'at'; readonly index: number }
  | { readonly is: 'done'; readonly report: Report }
  | { readonly is: 'described'; readonly text: string };
