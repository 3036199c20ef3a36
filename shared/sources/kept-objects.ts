/** The content of an object in memory. */
export interface KeptObject {
  readonly etag: string;
  readonly bytes: Buffer;
}

/** The objects that an environment keeps, so that an unchanged file is scanned again without a download. */
export interface KeptObjects {
  /** Limit on the bytes of one object. */
  readonly maxBytes: number;
  /** Returns the content of an object by its name, which is its bucket and key. */
  find(name: string): KeptObject | undefined;
  keep(name: string, object: KeptObject): void;
}
