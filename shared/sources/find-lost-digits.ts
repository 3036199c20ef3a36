import { keepsDigits } from '../tabular/keeps-digits.ts';

/** A number in JSON text whose value JSON.parse would change. */
export interface LostNumber {
  readonly path: string;
  readonly text: string;
  /** Index of the number's first character. */
  readonly index: number;
}

/** Matches texts that may contain such a number. Most documents do not match and are not searched further. */
const MAY_CHANGE = /\d{16}|\d[eE]\+?\d/;

const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\],:]/g;

/** The current key or index in each object or list that encloses the current token. */
type Steps = (string | number)[];

const pathOf = (steps: Steps): string =>
  steps.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at > 0 ? '.' : ''}${step}`)).join('');

/** Updates the path for one token of a valid JSON text. */
const follow = (token: string, steps: Steps, lastText: string): void => {
  const step = steps.at(-1);
  if (token === '{') steps.push('');
  else if (token === '[') steps.push(0);
  else if (token === '}' || token === ']') steps.pop();
  else if (token === ',' && typeof step === 'number') steps[steps.length - 1] = step + 1;
  else if (token === ':') steps[steps.length - 1] = JSON.parse(lastText);
};

/** Finds the first number of a valid JSON text that loses digits or becomes infinite as a Number. */
export const findLostDigits = (json: string): LostNumber | undefined => {
  if (!MAY_CHANGE.test(json)) return undefined;
  const steps: Steps = [];
  let lastText = '';
  for (const { 0: token, index } of json.matchAll(TOKENS)) {
    const first = token.charAt(0);
    if (first === '"') lastText = token;
    else if (!/[-\d]/.test(first)) follow(token, steps, lastText);
    else if (!keepsDigits(token, Number(token))) return { path: pathOf(steps), text: token, index };
  }
  return undefined;
};
