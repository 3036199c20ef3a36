import { AsyncLocalStorage } from 'node:async_hooks';

export interface ClientRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number | undefined;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface MemoryResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export type AnswerFromMemory = (request: ClientRequest) => MemoryResponse;

const scope = new AsyncLocalStorage<AnswerFromMemory>();

/** Answers the AWS calls of `work` from memory. Other work that runs at the same time is not affected. */
export const rehearse = <Result>(answer: AnswerFromMemory, work: () => Promise<Result>): Promise<Result> =>
  scope.run(answer, work);

export const currentRehearsal = (): AnswerFromMemory | undefined => scope.getStore();
