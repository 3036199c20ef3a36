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

/**
 * Reads a body of a known length into one buffer, so that memory does not hold its chunks as well.
 * @returns fewer bytes if the body ends early.
 * @throws an error with the name TooLarge, or the connection's error.
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
