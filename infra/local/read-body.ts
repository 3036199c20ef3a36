import type { IncomingMessage } from 'node:http';

/** Reads the body of a request; undefined if the body exceeds `limit` bytes. Rejects if the client disconnects. */
export const readBody = async (request: IncomingMessage, limit: number): Promise<Buffer | undefined> => {
  if (Number(request.headers['content-length']) > limit) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  const stream = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
