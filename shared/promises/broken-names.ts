const UNSAFE = /[^ -~]+|[%,]/g;

/** Writes the name of a promise in ASCII, for headers and dimensions. */
export const asciiName = (name: string): string => name.toWellFormed().replace(UNSAFE, encodeURIComponent);

const decode = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/** Reads the names of broken promises in the header `X-Wallfeed-Expect`. */
export const readBroken = (header: string | undefined): readonly string[] =>
  (header ?? '').split(', ').filter(Boolean).map(decode);
