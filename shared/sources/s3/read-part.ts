import type { Deadline } from '../../aws/deadline.ts';
import type { ObjectLocation } from '../../config/sources.ts';
import type { ObjectPart } from './get-object.ts';
import type { Receive } from './object-receiver.ts';
import { readObject } from './read-object.ts';
import type { ObjectVersion } from './receive-body.ts';

/** A part of an object. */
export interface ReceivedPart {
  readonly bytes: Buffer;
  /** Size of the whole object in bytes. */
  readonly total: number;
  /** The version of the object. Absent if S3 sent no ETag. */
  readonly version?: ObjectVersion;
}

const collect: Receive<Omit<ReceivedPart, 'version'>> = ({ total }) => {
  const chunks: Buffer[] = [];
  return {
    push: (chunk) => chunks.push(chunk) > 0,
    end: () => {
      const bytes = Buffer.concat(chunks);
      return { bytes, total: total ?? bytes.length };
    },
  };
};

/**
 * Reads a part of an object. Returns undefined if the object is unchanged.
 * @param known ETag of the version that the caller already has.
 * @throws WallfeedError as `readObject` does.
 */
export const readPart = async (
  location: ObjectLocation,
  part: ObjectPart,
  deadline: Deadline,
  known?: string,
): Promise<ReceivedPart | undefined> => {
  const read = await readObject(location, deadline, known, collect, part);
  if (!read) return undefined;
  const { outcome, version } = read;
  if ('error' in outcome) throw outcome.error;
  const { bytes, total } = outcome.content;
  return { bytes, total, ...(version && { version: { ...version, bytes: total } }) };
};
