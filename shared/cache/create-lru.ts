/** Evicts the least recently used values first. */
export interface Lru<Value> {
  get(key: string): Value | undefined;
  /** A value that alone exceeds the limit on bytes is not stored, and nothing has this key any more. */
  set(key: string, value: Value): void;
  delete(key: string): void;
}

export interface LruLimits<Value> {
  readonly entries: number;
  readonly bytes?: number;
  /** Returns bytes. */
  readonly sizeOf?: (value: Value, key: string) => number;
}

/**
 * Creates an LRU cache. Written by hand, because the package lru-cache was an eighth of what a function parses in INIT.
 */
export const createLru = <Value extends object>({
  entries,
  bytes: maxBytes = Number.POSITIVE_INFINITY,
  sizeOf = () => 0,
}: LruLimits<Value>): Lru<Value> => {
  /** A Map keeps the order in which its keys were added, so this is the order of use. */
  const kept = new Map<string, { readonly value: Value; readonly bytes: number }>();
  let total = 0;
  const remove = (key: string): void => {
    total -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  return {
    get: (key) => {
      const found = kept.get(key);
      if (!found) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    set: (key, value) => {
      remove(key);
      const bytes = sizeOf(value, key);
      if (bytes > maxBytes) return;
      kept.set(key, { value, bytes });
      total += bytes;
      for (const oldest of kept.keys()) {
        if (kept.size <= entries && total <= maxBytes) break;
        remove(oldest);
      }
    },
    delete: remove,
  };
};
