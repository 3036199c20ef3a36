import { basename, dirname } from 'node:path';

/** Returns a name such as `data/orders.csv`. */
export const dataFileName = (file: string): string => {
  const at = file.replaceAll('\\', '/').lastIndexOf('/data/');
  return at === -1 ? `${basename(dirname(file))}/${basename(file)}` : file.replaceAll('\\', '/').slice(at + 1);
};
