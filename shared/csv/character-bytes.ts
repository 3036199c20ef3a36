const LEAD_OF_TWO = 0xc0;
const LEAD_OF_THREE = 0xe0;
const LEAD_OF_FOUR = 0xf0;

/** Returns the length in bytes of a character in UTF-8, by its first byte. */
export const characterBytes = (lead: number): number => {
  if (lead < LEAD_OF_TWO) return 1;
  if (lead < LEAD_OF_THREE) return 2;
  return lead < LEAD_OF_FOUR ? 3 : 4;
};
