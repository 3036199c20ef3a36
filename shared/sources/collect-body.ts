/** What becomes of an answer that goes on beyond what its service sends. */
const tooLarge = (most: number): Error =>
  Object.assign(new Error(`an answer of more than ${most} bytes`), { name: 'TooLarge' });

/**
 * Returns a reader of response bodies of at most so many bytes. The connection of a larger one is closed.
 * AWS clients take it as their `streamCollector`: by themselves they read without a limit.
 * @throws an error of the name TooLarge, or the connection's own error.
 */
export const collectBody =
  (most: number) =>
  async (body: AsyncIterable<Uint8Array>, onProgress?: () => void): Promise<Buffer> => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of body) {
      onProgress?.();
      size += chunk.length;
      if (size > most) throw tooLarge(most);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, size);
  };
