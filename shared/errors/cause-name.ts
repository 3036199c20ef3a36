/** Names of the log are short and of few characters: what a service says of itself may hold anything. */
const NAME = /^[\w.-]{1,80}$/;

/** Names that say nothing: of lost connections, and of answers that no client can read. */
const NAMELESS = new Set(['Error', 'SyntaxError', 'Unknown']);

const isName = (text: unknown): text is string => typeof text === 'string' && NAME.test(text);

/** What the log calls the cause of a failure: its code, such as ECONNRESET, or its name, or else the status of the answer. */
export const causeName = (cause: unknown): string | undefined => {
  if (cause === undefined) return undefined;
  const { name, code, $metadata } = Object(cause);
  if (isName(code)) return code;
  if (isName(name) && !NAMELESS.has(name)) return name;
  const status = $metadata?.httpStatusCode;
  if (Number.isInteger(status)) return `HTTP ${status}`;
  return isName(name) ? name : 'Error';
};
