import { collectGarbage } from '../limits/collect-garbage.ts';
import { refuseLargeDocument } from './object-limit.ts';

/** Takes the content of an object as it arrives. */
export interface ObjectReceiver<Result> {
  /** Takes the next chunk. Returns false if no further chunk is needed. */
  push(chunk: Buffer): boolean;
  /** Called after the last chunk, or once `push` has returned false. */
  end(): Result;
}

/** An object whose content begins to arrive. */
export interface ArrivingObject {
  /** Its size, if S3 has named it. */
  readonly length: number | undefined;
  readonly etag: string | undefined;
}

/** Creates a receiver for one attempt to read an object. Each retry or hedge needs a new one. */
export type Receive<Result> = (object: ArrivingObject) => ObjectReceiver<Result>;

/** Memory for an object of this size is made free first. */
const LARGE_OBJECT_BYTES = 500_000;

/** Called with the bytes of an object before they are read, or as they come. Throws if they are too many. */
export type Admit = (bytes: number) => void;

const collectKnown = (length: number): ObjectReceiver<Buffer> => {
  if (length > LARGE_OBJECT_BYTES) collectGarbage();
  const bytes = Buffer.allocUnsafe(length);
  let size = 0;
  return {
    push: (chunk) => {
      size += chunk.copy(bytes, size);
      return true;
    },
    end: () => bytes.subarray(0, size),
  };
};

const collectUnknown = (admit: Admit): ObjectReceiver<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    push: (chunk) => {
      size += chunk.length;
      refuseLargeDocument(size);
      admit(size);
      chunks.push(chunk);
      return true;
    },
    end: () => Buffer.concat(chunks, size),
  };
};

/** Collects the whole content of an object. An object of a known length is held only once. */
export const collectWhole =
  (admit: Admit): Receive<Buffer> =>
  ({ length }) => {
    if (length === undefined) return collectUnknown(admit);
    refuseLargeDocument(length);
    admit(length);
    return collectKnown(length);
  };
