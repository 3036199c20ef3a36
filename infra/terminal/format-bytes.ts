/** Formats a size for the terminal: 1 KB is 1,000 bytes. */
export const formatBytes = (bytes: number): string => (bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} KB`);
