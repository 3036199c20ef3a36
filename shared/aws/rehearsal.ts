import { AsyncLocalStorage } from 'node:async_hooks';

/** A request of an AWS client, before it is written to a connection. */
export interface ClientRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number | undefined;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** An HTTP response that is made in memory. */
export interface MemoryResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers what AWS clients ask during a rehearsal. */
export type AnswerFromMemory = (request: ClientRequest) => MemoryResponse;

const scope = new AsyncLocalStorage<AnswerFromMemory>();

/**
 * Runs work whose AWS calls are all answered from memory: no byte leaves the function. Work that was started outside is not
 * affected, even while this runs.
 */
export const rehearse = <Result>(answer: AnswerFromMemory, work: () => Promise<Result>): Promise<Result> =>
  scope.run(answer, work);

/** Answers the calls of the rehearsal that this code belongs to; undefined outside of one. */
export const currentRehearsal = (): AnswerFromMemory | undefined => scope.getStore();
