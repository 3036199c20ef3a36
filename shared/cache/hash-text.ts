/** Hashes a text with FNV-1a to an integer from 0 up to `size`. */
export const hashText = (text: string, size: number): number => {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value >>> 0) % size;
};
