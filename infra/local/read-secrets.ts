import { readFile, stat } from 'node:fs/promises';
import { parseDocument } from 'yaml';

/** The parameters that a .secrets.yml holds, and when it was last changed. */
export interface Secrets {
  readonly values: Readonly<Record<string, string>>;
  readonly modified: Date;
}

const NO_SECRETS: Secrets = { values: {}, modified: new Date(0) };

/** What is wrong and where, in words that hold no value of the file. */
const readValues = (text: string): { readonly values: Secrets['values'] } | { readonly fault: string } => {
  const document = parseDocument(text);
  const [error] = document.errors;
  const { line = 1, col = 1 } = error?.linePos?.[0] ?? {};
  if (error) return { fault: `:${line}:${col}  is not YAML (${error.code})` };
  const found: unknown = document.toJS() ?? {};
  if (typeof found !== 'object' || Array.isArray(found)) return { fault: ':1:1  holds no names with their values' };
  const wrong = Object.entries<unknown>({ ...found }).find(([, value]) => typeof value !== 'string');
  if (wrong) return { fault: `  has a value that is not text, of ${wrong[0]}: put it in quotes` };
  return { values: found as Secrets['values'] };
};

const readText = async (file: string): Promise<string | { readonly code: string }> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    return { code: String(Object(error).code) };
  }
};

/** The secrets as the file now has them, none without a file. A file that cannot be understood is told on the terminal. */
export const readSecrets = async (file: string): Promise<Secrets | undefined> => {
  const text = await readText(file);
  if (typeof text !== 'string') {
    if (text.code === 'ENOENT') return NO_SECRETS;
    console.error(`${file}  cannot be read (${text.code})`);
    return undefined;
  }
  const read = readValues(text);
  if ('fault' in read) {
    console.error(file + read.fault);
    return undefined;
  }
  return { ...read, modified: (await stat(file)).mtime };
};
