/** Allowed names in the log. A service may send any text as a name. */
const NAME = /^[\w.-]{1,80}$/;

/** Names without information. Lost connections and unreadable responses have them. */
const NAMELESS = new Set(['Error', 'SyntaxError', 'Unknown']);

const isName = (text: unknown): text is string => typeof text === 'string' && NAME.test(text);

/** Finds what a statement asks for and the database does not have. Identifiers come from the statement, never from data. */
const MISSING = /\b(column|relation|function|schema|type) "?([A-Za-z_][\w$.]{0,62})"?(?:\([^)]*\))? does not exist/;

/** Returns what a refused statement names and the database lacks: `column chanel`. Undefined for other failures. */
export const missingName = (cause: unknown): string | undefined => {
  const { message } = Object(cause);
  const [, kind, name] = MISSING.exec(typeof message === 'string' ? message : '') ?? [];
  return name === undefined ? undefined : `${kind} ${name}`;
};

/** Returns the name of a failure's cause for the log: its code, such as ECONNRESET, its name, or the response's status. */
export const causeName = (cause: unknown): string | undefined => {
  if (cause === undefined) return undefined;
  const { name, code, $metadata } = Object(cause);
  if (isName(code)) return code;
  if (isName(name) && !NAMELESS.has(name)) return name;
  const status = $metadata?.httpStatusCode;
  if (Number.isInteger(status)) return `HTTP ${status}`;
  return isName(name) ? name : 'Error';
};
