/** A service may send any text as a name; the log takes only these. */
const NAME = /^[\w.-]{1,80}$/;

/** Errors of lost connections and unreadable responses have names that say nothing. */
const NAMELESS = new Set(['Error', 'SyntaxError', 'Unknown']);

const isName = (text: unknown): text is string => typeof text === 'string' && NAME.test(text);

/** PostgreSQL's message. The name comes from the statement, never from data. */
const MISSING = /\b(column|relation|function|schema|type) "?([A-Za-z_][\w$.]{0,62})"?(?:\([^)]*\))? does not exist/;

const MISSING_IN_TRINO =
  /\b(Column|Table|Schema|Function) '([\w$.]{1,126})' (?:does not exist|not registered|cannot be resolved)/;

/** Returns the missing object that a refused statement names, such as `column chanel`. Undefined for other errors. */
export const missingName = (cause: unknown): string | undefined => {
  const { message } = Object(cause);
  const text = typeof message === 'string' ? message : '';
  const [, kind = '', name] = MISSING.exec(text) ?? MISSING_IN_TRINO.exec(text) ?? [];
  return name === undefined ? undefined : `${kind.toLowerCase()} ${name}`;
};

/** Texts in quotes may be data, unless they name a resource. */
const CONFIDENTIAL =
  /(["'])(?!arn:)(?:(?!\1).)*\1|\b(?:detail|context|hint|query):.*?(?=; SQLState|$)|\bA[KS]IA\w+|[\w+/=]{40,}/gi;

const MAX_REASON_CHARS = 300;

/**
 * Returns the message of an AWS service for the log, on one line and without data, keys and tokens; undefined for other
 * causes.
 */
export const reasonOf = (cause: unknown): string | undefined => {
  const { name, message, $metadata } = Object(cause);
  if (!$metadata || !isName(name) || NAMELESS.has(name) || typeof message !== 'string' || !message) return undefined;
  return message.replace(/\s+/g, ' ').replace(CONFIDENTIAL, '…').slice(0, MAX_REASON_CHARS);
};

/**
 * Returns a name for the cause of a failure, for the log: the error's code, such as ECONNRESET, its name, or the HTTP
 * status.
 */
export const causeName = (cause: unknown): string | undefined => {
  if (cause === undefined) return undefined;
  const { name, code, $metadata } = Object(cause);
  if (isName(code)) return code;
  if (isName(name) && !NAMELESS.has(name)) return name;
  const status = $metadata?.httpStatusCode;
  if (Number.isInteger(status)) return `HTTP ${status}`;
  return isName(name) ? name : 'Error';
};
