import type { Draw } from './draw.ts';
import type { Failure } from './run-cases.ts';
import type { Counts } from './tally.ts';

/** A request to the process that runs cases: run a group of cases, or describe one case. */
export type IpcRequest = { readonly run: Draw } | { readonly describe: Draw };

/** The result of a group of cases. */
export interface Report extends Counts {
  readonly seconds: number;
  readonly failure?: Failure;
}

/** A message from the process that runs cases: ready, the current case, or the reply to a request. */
export type IpcMessage =
  | { readonly is: 'ready' }
  | { readonly is: 'at'; readonly index: number }
  | { readonly is: 'done'; readonly report: Report }
  | { readonly is: 'described'; readonly text: string };
