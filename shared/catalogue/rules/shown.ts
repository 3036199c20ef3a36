const LONGEST = 60;

/** A value of a body as a message quotes it, cut when long. */
export const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
};
