import type { Draw } from './draw.ts';
import type { Failure } from './run-cases.ts';
import type { Counts } from './tally.ts';

export type IpcRequest = { readonly run: Draw } | { readonly describe: Draw };

export interface Report extends Counts {
  readonly seconds: number;
  readonly failure?: Failure;
}

export type IpcMessage =
  | { readonly is: 'ready' }
  | { readonly is: 'at'; readonly index: number }
  | { readonly is: 'done'; readonly report: Report }
  | { readonly is: 'described'; readonly text: string };
