import { html, nothing, type TemplateResult } from 'lit-html';
import type { Actions } from '../actions.ts';
import type { State, View } from '../state.ts';
import { words } from '../words/words.ts';
import { dashboardView } from './dashboard-view.ts';
import { detailsDialog } from './details-dialog.ts';
import { galleryView } from './gallery-view.ts';
import { mapNote } from './map-note.ts';
import { topBar } from './top-bar.ts';
import { wallView } from './wall-view.ts';

const VIEWS: Readonly<Record<View, (state: State, actions: Actions) => TemplateResult>> = {
  dashboard: dashboardView,
  gallery: galleryView,
  wall: wallView,
};

/** Draws the whole page. */
export const page = (state: State, actions: Actions): TemplateResult => html`
  ${state.view === 'wall' ? nothing : topBar(state, actions)}
  <main class=${state.view}>
    ${state.isConnected ? nothing : html`<p class="banner failed" role="alert">${words.connectionLost}</p>`}
    ${mapNote(state, actions)} ${VIEWS[state.view](state, actions)}
  </main>
  ${detailsDialog(state, actions)}
  <div class="dropping" ?hidden=${!state.isDropping}><p>${words.dropHere}</p></div>
  <div class="notice" role="status" aria-live="polite" ?hidden=${!state.notice}>${state.notice}</div>
`;
