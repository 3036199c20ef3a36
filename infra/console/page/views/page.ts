import { html, nothing, type TemplateResult } from 'lit-html';
import type { Actions } from '../actions.ts';
import type { State } from '../state.ts';
import { words } from '../words/words.ts';
import { dashboardView } from './dashboard-view.ts';
import { detailsDialog } from './details-dialog.ts';
import { topBar } from './top-bar.ts';

/** Draws the whole page. */
export const page = (state: State, actions: Actions): TemplateResult => html`
  ${topBar(state, actions)}
  <main>
    ${state.isConnected ? nothing : html`<p class="banner failed" role="alert">${words.connectionLost}</p>`}
    ${dashboardView(state, actions)}
  </main>
  ${detailsDialog(state, actions)}
  <div class="notice" role="status" aria-live="polite" ?hidden=${!state.notice}>${state.notice}</div>
`;
