import { html, nothing, type TemplateResult } from 'lit-html';
import type { Actions } from '../actions.ts';
import type { State } from '../state.ts';
import { words } from '../words/words.ts';

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
export const mapNote = ({ ownMap, mapFailure, view }: State, actions: Actions) => html`
  ${mapFailure ? failure(mapFailure, actions) : nothing}
  ${ownMap && view !== 'wall' ? used(ownMap.file, ownMap.map.features.length, actions) : nothing}
`;
