import { html, type TemplateResult } from 'lit-html';
import type { Fit } from '../../protocol.ts';
import type { Actions } from '../actions.ts';
import type { State } from '../state.ts';
import { words } from '../words/words.ts';

/** Draws the button that adds an endpoint to dashboard.yml, and the change that it would make. */
export const addForm = (fit: Fit, { adding }: State, actions: Actions): TemplateResult => {
  if (adding?.component !== fit.component)
    return html`<button class="primary" @click=${() => actions.proposeAdd(fit)}>${words.add}</button>`;
  return html`<div class="adding" role="group" aria-label=${words.add}>
    <p>${words.addQuestion}</p>
    <pre class="diff" tabindex="0">${adding.diff}</pre>
    <button class="primary" @click=${() => actions.confirmAdd()}>${words.addNow}</button>
    <button class="quiet" @click=${() => actions.cancelAdd()}>${words.cancel}</button>
  </div>`;
};
