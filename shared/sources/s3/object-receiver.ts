/** Receives the content of an object in chunks. */
export interface ObjectReceiver<Result> {
  /** Receives the next chunk. Returns false if no further chunk is needed. */
  push(chunk: Buffer): boolean;
  /** Returns the result. Called after the last chunk, or once `push` has returned false. */
  end(): Result;
}

/** The headers of an object whose content begins to arrive. */
export interface ArrivingObject {
  /** Size in bytes; undefined if S3 does not send it. */
  readonly length: number | undefined;
  readonly etag: string | undefined;
  /** Size of the whole object in bytes, if only a part arrives. */
  readonly total?: number | undefined;
  /** Time of the last change in milliseconds since 1970; NaN if S3 does not send it. */
  readonly modifiedAt?: number;
}

/** Creates a receiver for one attempt to read an object. Each retry or hedge needs a new one. */
export type Receive<Result> = (object: ArrivingObject) => ObjectReceiver<Result>;
