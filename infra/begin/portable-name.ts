/** Names that Windows keeps for devices, whatever their ending. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?= *(?:\.|$))/i;

/** Returns the name of a file without dots and blanks at its end, and such that it names no device on Windows. */
export const portableName = (name: string): string => name.replace(/[.\s]+$/, '').replace(DEVICE, '$1-file');
