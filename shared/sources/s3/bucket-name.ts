/** One label of a host name. */
const BUCKET = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;
/** Names with a meaning of their own, such as access points and directory buckets. */
const SPECIAL_BUCKET = /--|^xn-|-s3alias$/;

/** True if the address of a bucket follows from its name. Other buckets need the official client. */
export const isPlainBucket = (bucket: string): boolean => BUCKET.test(bucket) && !SPECIAL_BUCKET.test(bucket);
