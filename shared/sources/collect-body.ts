/** What becomes of an answer that goes on beyond what its service sends. */
const tooLarge = (most: number): Error =>
  Object.assign(new Error(`an answer of more than ${most} bytes`), { name: 'TooLarge' });

/**
 * Reads the body of an answer, at most so many bytes of it: the connection of a larger one ends there.
 * AWS clients take it as their `streamCollector`, because by themselves they keep whatever comes.
 * @throws an error of the name TooLarge, or what the connection fails with.
 */
export const collectBody =
  (most: number) =>
  async (body: AsyncIterable<Uint8Array>): Promise<Buffer> => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of body) {
      size += chunk.length;
      if (size > most) throw tooLarge(most);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, size);
  };
