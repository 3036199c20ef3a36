/** Parses the text of a body; undefined if it is not JSON. A body may be any JSON value. */
export const parseBody = (text: string): { readonly body: unknown } | undefined => {
  try {
    return { body: JSON.parse(text) };
  } catch {
    return undefined;
  }
};
