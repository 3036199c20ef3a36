/** The query protocol's answers. */
export interface Reply {
  readonly status: number;
  readonly body: string;
}

const escaped = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Names to texts, as elements. */
export const fields = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `<${name}>${escaped(value)}</${name}>`)
    .join('');

/** A list of what is XML already. */
export const members = (name: string, values: readonly string[]): string =>
  `<${name}>${values.map((value) => `<member>${value}</member>`).join('')}</${name}>`;

export const failure = (code: string, message: string, status = 400): Reply => ({
  status,
  body: `<ErrorResponse><Error>${fields({ Type: 'Sender', Code: code, Message: message })}</Error></ErrorResponse>`,
});

export const answer = (action: string, result: string): Reply => ({
  status: 200,
  body: `<${action}Response xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><${action}Result>${result}</${action}Result></${action}Response>`,
});
