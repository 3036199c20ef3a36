import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import type { ObjectBody } from '../../../../shared/sources/s3/get-object.ts';
import { receiveBody } from '../../../../shared/sources/s3/receive-body.ts';

const TEXT = 'k,v\n'.repeat(50_000);
const PACKED = gzipSync(TEXT);

/**
 * Receives a body in chunks. Stops after `maxBytes` unpacked bytes.
 * @param total size of the whole object, if the body is a part of it.
 */
const receive = async (
  bytes: Buffer,
  length: number,
  chunkBytes: number,
  maxBytes = Number.POSITIVE_INFINITY,
  total?: number,
) => {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  const lengths: (number | undefined)[] = [];
  const body = Readable.from(chunks) as unknown as ObjectBody;
  const received = await receiveBody(
    body,
    { length, etag: '"1"', total },
    new AbortController().signal,
    (object) => {
      lengths.push(object.length);
      let text = '';
      return {
        push: (chunk) => {
          text += chunk.toString();
          return text.length < maxBytes;
        },
        end: () => text,
      };
    },
    () => undefined,
  );
  return { ...received, lengths };
};

describe('an object that is packed with gzip', () => {
  test.each([1, 7, 100_000])('chunks of %i bytes are unpacked while they arrive', async (chunkBytes) => {
    const { outcome, version, lengths } = await receive(PACKED, PACKED.length, chunkBytes);
    expect(outcome).toEqual({ content: TEXT });
    expect(version).toEqual({ etag: '"1"', bytes: PACKED.length });
    expect(lengths).toEqual([undefined]);
  });

  test('an object that is not packed is received as it is, with its length', async () => {
    const { outcome, lengths } = await receive(Buffer.from(TEXT), TEXT.length, 1_000);
    expect([outcome, lengths]).toEqual([{ content: TEXT }, [TEXT.length]]);
  });

  test('a receiver that needs no more stops the stream', async () => {
    const { outcome } = await receive(PACKED, PACKED.length, 10, 100);
    expect(String(Object(outcome).content).length).toBeLessThan(TEXT.length);
  });

  test('a damaged object is refused, and is not read again', async () => {
    const damaged = Buffer.from(PACKED);
    damaged.fill(0xff, 20, 60);
    const { outcome } = await receive(damaged, damaged.length, 1_000);
    expect(outcome).toEqual({ error: expect.objectContaining({ code: 'SOURCE_INVALID' }) });
  });

  test('incomplete gzip data is damaged if the whole object arrived, and counts as a cut connection if not', async () => {
    const short = PACKED.subarray(0, PACKED.length - 20);
    const { outcome } = await receive(short, short.length, 100);
    expect(outcome).toEqual({ error: expect.objectContaining({ code: 'SOURCE_INVALID' }) });
    await expect(receive(short, PACKED.length, 100)).rejects.toMatchObject({ name: 'CutShort' });
  });

  test('a part of an object that begins like gzip is received unchanged', async () => {
    const part = Buffer.from([0x1f, 0x8b, 1, 2, 3]);
    const { outcome } = await receive(part, part.length, 5, 100, 1_000);
    expect(outcome).toEqual({ content: part.toString() });
  });
});
