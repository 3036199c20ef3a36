import { createBudget, functionMemoryMb } from '../limits/budget.ts';

export type CollectBody = (body: AsyncIterable<Uint8Array>) => Promise<Buffer>;

const tooLarge = (message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { name: 'TooLarge' });

/**
 * Closes the connection of a body with more bytes than the limit.
 * @param onProgress called with the number of bytes that have arrived. It may throw.
 * @throws an error with the name TooLarge, or the connection's error.
 */
export const collectBody =
  (maxBytes: number, onProgress?: (bytes: number) => void): CollectBody =>
  async (body) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(`a response of more than ${maxBytes} bytes`);
      onProgress?.(size);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, size);
  };

/**
 * Refuses a result that is too large for the function's memory. The reason is the `cause` of the thrown error, because
 * the official clients change the message of an error.
 */
const admitResult = (resultBytes: number): void => {
  try {
    createBudget({ memoryMb: functionMemoryMb(), endsAt: Number.POSITIVE_INFINITY }).hold({ resultBytes });
  } catch (cause) {
    throw tooLarge('too large for the memory', cause);
  }
};

/**
 * Creates a reader of results, with a limit on their bytes and on the function's memory.
 * @throws an error with the name TooLarge, or the connection's error.
 */
export const collectResult = (maxBytes: number): CollectBody => collectBody(maxBytes, admitResult);
