export interface Reply {
  readonly status: number;
  readonly body: string;
}

const escaped = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export const unescaped = (value: string): string => value.replaceAll('&lt;', '<').replaceAll('&amp;', '&');

export const fields = (values: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : `<${name}>${escaped(value)}</${name}>`))
    .join('');

export const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;

export const members = (name: string, values: readonly string[]): string =>
  element(name, values.map((value) => element('member', value)).join(''));

export const failure = (code: string, message: string, status = 400): Reply => ({
  status,
  body: `<ErrorResponse><Error>${fields({ Type: 'Sender', Code: code, Message: message })}</Error></ErrorResponse>`,
});

export const answer = (action: string, result: string): Reply => ({
  status: 200,
  body: `<${action}Response xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><${action}Result>${result}</${action}Result></${action}Response>`,
});
