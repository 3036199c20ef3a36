/** Creates the error for a response body over its limit. */
const tooLarge = (maxBytes: number): Error =>
  Object.assign(new Error(`a response of more than ${maxBytes} bytes`), { name: 'TooLarge' });

/**
 * Creates a reader of response bodies with a limit on their bytes. Closes the connection of a larger body. AWS clients use
 * it as their `streamCollector`, because their own has no limit.
 * @throws an error with the name TooLarge, or the connection's error.
 */
export const collectBody =
  (maxBytes: number) =>
  async (body: AsyncIterable<Uint8Array>, onProgress?: (bytes: number) => void): Promise<Buffer> => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      onProgress?.(size);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, size);
  };
