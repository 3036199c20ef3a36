import type { Budget } from '../../limits/budget.ts';
import type { ArrivingObject } from './object-receiver.ts';
import type { KnownVersion } from './read-object.ts';

export interface KeptObject extends KnownVersion {
  readonly bytes: Buffer;
}

/** An unchanged file is scanned again without a download. */
export interface KeptObjects {
  /** Limit of one object. */
  readonly maxBytes: number;
  /** The name is `bucket/key`. */
  find(name: string): KeptObject | undefined;
  keep(name: string, object: KeptObject): void;
}

export interface ObjectCopy {
  add(chunk: Buffer): void;
  object(): KeptObject;
}

/** Returns undefined if the object is too large to be kept. */
export const createCopy = (
  { length, etag, modifiedAt }: ArrivingObject,
  { maxBytes }: KeptObjects,
  budget: Budget,
): ObjectCopy | undefined => {
  if (length === undefined || etag === undefined || length > maxBytes) return undefined;
  if (!budget.hasRoomFor({ keptBytes: length })) return undefined;
  budget.hold({ keptBytes: length });
  const bytes = Buffer.allocUnsafeSlow(length);
  let size = 0;
  return {
    add: (chunk) => {
      size += chunk.copy(bytes, size);
    },
    object: () => ({ etag, bytes: bytes.subarray(0, size), modifiedAt }),
  };
};
