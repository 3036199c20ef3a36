import { html, nothing, type TemplateResult } from 'lit-html';
import type { Actions } from '../state/actions.ts';
import type { State, View } from '../state/state.ts';
import { sentenceIn } from '../words/in-language.ts';
import { words } from '../words/words.ts';
import { dashboardView } from './dashboard-view.ts';
import { detailsDialog } from './details-dialog.ts';
import { galleryView } from './gallery-view.ts';
import { topBar } from './top-bar.ts';
import { wallView } from './wall-view.ts';

const used = (
  file: string,
  names: number,
  { leaveMap }: Actions,
): TemplateResult => html`<div class="banner with-button">
  <p>${words.ownMap(file, names)}</p>
  <button @click=${leaveMap}>${words.leaveMap}</button>
</div>`;

const failure = (
  sentence: string,
  { closeMapFailure }: Actions,
): TemplateResult => html`<div class="banner failed with-button" role="alert">
  <p>${sentence}</p>
  <button class="quiet" @click=${closeMapFailure}>${words.close}</button>
</div>`;

/** Draws a note with the name of the user's own map, or with the reason why a file cannot be a map. */
const mapNote = ({ ownMap, mapFailure, view }: State, actions: Actions) => html`
  ${mapFailure ? failure(mapFailure, actions) : nothing}
  ${ownMap && view !== 'wall' ? used(ownMap.file, ownMap.map.features.length, actions) : nothing}
`;

const VIEWS: Readonly<Record<View, (state: State, actions: Actions) => TemplateResult>> = {
  dashboard: dashboardView,
  gallery: galleryView,
  wall: wallView,
};

/** Draws the whole page. */
export const page = (state: State, actions: Actions): TemplateResult => html`
  ${state.view === 'wall' ? nothing : topBar(state, actions)}
  <main class=${state.view}>
    ${state.isConnected || state.view === 'wall' ? nothing : html`<p class="banner failed" role="alert">${words.connectionLost}</p>`}
    ${mapNote(state, actions)} ${VIEWS[state.view](state, actions)}
  </main>
  ${detailsDialog(state, actions)}
  <div class="dropping" ?hidden=${!state.isDropping}><p>${words.dropHere}</p></div>
  <div class="notice" role="status" aria-live="polite" ?hidden=${!state.notice}>${sentenceIn(state.notice ?? '')}</div>
`;
