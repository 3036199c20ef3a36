/** Names that Windows keeps for devices, no matter what their ending. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?= *(?:\.|$))/i;

/** Returns the name of a file without dots and blanks at its end, and such that it names no device on Windows. */
export const portableName = (name: string): string => name.replace(/[.\s]+$/, '').replace(DEVICE, '$1-file');

/** Most bytes of a name without its ending. File systems take 255, and an ending and a number need some of them. */
const MAX_STEM_BYTES = 200;

/** Cuts after a whole character. */
export const shortStem = (stem: string): string => {
  const { read } = new TextEncoder().encodeInto(stem, new Uint8Array(MAX_STEM_BYTES));
  return read < stem.length ? portableName(stem.slice(0, read)) : stem;
};
