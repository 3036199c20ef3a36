import { html, type TemplateResult } from 'lit-html';
import type { Actions } from '../actions.ts';
import { words } from '../words/words.ts';

/**
 * Draws the field for the token of a deployed dashboard, and empties the field when it sends the token to the helper.
 */
export const tokenForm = ({ useToken }: Actions): TemplateResult => {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).querySelector('input') as HTMLInputElement;
    const token = field.value;
    field.value = '';
    useToken(token);
  };
  return html`<form class="banner token" autocomplete="off" @submit=${submit}>
    <label>${words.tokenLabel} <input type="password" name="token" autocomplete="off" spellcheck="false" required /></label>
    <button>${words.useToken}</button>
    <p>${words.tokenHint}</p>
  </form>`;
};
