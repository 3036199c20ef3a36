/** What becomes of an answer that goes on beyond what its service sends. */
const tooLarge = (most: number): Error =>
  Object.assign(new Error(`an answer of more than ${most} bytes`), { name: 'TooLarge' });

/**
/**
 * Returns a reader of response bodies of at most so many bytes. The connection of a larger one is closed.
 * AWS clients take it as their `streamCollector`: by themselves they read without a limit.
 * @throws an error of the name TooLarge, or the connection's own error.
 */
export const collectBody =
  (most: number) =>
  async (body: AsyncIterable<Uint8Array>, onProgress?: (bytes: number) => void): Promise<Buffer> => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of body) {
      size += chunk.length;
      if (size > most) throw tooLarge(most);
      onProgress?.(size);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, size);
  };

/**
 * Reads a body of a known length into one buffer, so that its chunks are not held as well.
 * @returns fewer bytes where the body ends early.
 * @throws an error of the name TooLarge, or what the connection fails with.
 */
export const collectBytes = async (
  body: AsyncIterable<Uint8Array>,
  length: number,
  onProgress: () => void,
): Promise<Buffer> => {
  const bytes = Buffer.allocUnsafe(length);
  let size = 0;
  for await (const chunk of body) {
    onProgress();
    if (size + chunk.length > length) throw tooLarge(length);
    bytes.set(chunk, size);
    size += chunk.length;
  }
  return bytes.subarray(0, size);
};
