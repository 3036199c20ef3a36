import { AsyncLocalStorage } from 'node:async_hooks';

/** A request to an AWS service, before it is sent. */
export interface ClientRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number | undefined;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** An HTTP response that was created in memory. */
export interface MemoryResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns the response to a request to an AWS service during a rehearsal. */
export type AnswerFromMemory = (request: ClientRequest) => MemoryResponse;

const scope = new AsyncLocalStorage<AnswerFromMemory>();

/**
 * Runs work whose AWS calls get their responses from memory: nothing is sent over the network. Other work that runs at
 * the same time is not affected.
 */
export const rehearse = <Result>(answer: AnswerFromMemory, work: () => Promise<Result>): Promise<Result> =>
  scope.run(answer, work);

/** Returns the function that answers calls in the current rehearsal, or undefined outside of a rehearsal. */
export const currentRehearsal = (): AnswerFromMemory | undefined => scope.getStore();
