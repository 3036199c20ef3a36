import type { Deadline } from '../../aws/deadline.ts';
import type { ObjectLocation } from '../../config/sources.ts';
import { collectGarbage } from '../../limits/collect-garbage.ts';
import type { ObjectReceiver, Receive } from './object-receiver.ts';
import { type KnownVersion, readObject } from './read-object.ts';
import { refuseLargeDocument } from './size-limits.ts';

/** Garbage is collected before the memory of a larger object is allocated. */
const LARGE_OBJECT_BYTES = 500_000;

/** Called with the bytes of an object before they are read. Throws if there is no memory for them. */
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

/** Allocates the memory once if the length is known. */
const collectWhole =
  (admit: Admit): Receive<Buffer> =>
  ({ length }) => {
    if (length === undefined) return collectUnknown(admit);
    refuseLargeDocument(length);
    admit(length);
    return collectKnown(length);
  };

interface ObjectContent {
  readonly bytes: Buffer;
  readonly version?: KnownVersion;
}

/**
 * Returns undefined if the object is unchanged.
 * @param known the version that the caller already has.
 * @param admit throws if there is no memory for the object.
 * @throws WallfeedError as `readObject` does, and SOURCE_TOO_LARGE.
 */
export const readWholeObject = async (
  location: ObjectLocation,
  deadline: Deadline,
  known?: KnownVersion,
  admit: Admit = () => undefined,
): Promise<ObjectContent | undefined> => {
  const read = await readObject(location, deadline, known, collectWhole(admit));
  if (!read) return undefined;
  const { outcome, version } = read;
  if ('error' in outcome) throw outcome.error;
  return { bytes: outcome.content, ...(version && { version }) };
};
