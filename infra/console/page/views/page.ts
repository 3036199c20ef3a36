import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { MapName } from '../../../../schemas/common/charts/picture.ts';
import { picture } from '../draw/picture.ts';
import type { Actions } from '../state/actions.ts';
import { folderPathOf } from '../state/map-actions.ts';
import type { DroppedMap, State, View } from '../state/state.ts';
import { componentName, nameOf, sentenceIn, words } from '../words/words.ts';
import { dashboardView } from './dashboard-view.ts';
import { detailsDialog } from './details-dialog.ts';
import { topBar } from './top-bar.ts';
import { wallView } from './wall-view.ts';

/** Users find the name of the component that they have in mind. */
const galleryView = ({ gallery, settings, ownMaps }: State): TemplateResult => {
  if (!gallery) return html`<p class="waiting">${words.loading}</p>`;
  const filter = settings.filter.toLowerCase();
  const shown = gallery.filter(({ component, family }) =>
    `${component} ${nameOf(component)} ${family}`.toLowerCase().includes(filter),
  );
  return html`
    <p class="disclaimer">${words.galleryHint(gallery.length)}</p>
    <div class="tiles">
      ${repeat(
        shown,
        ({ component }) => component,
        ({
          component,
          family,
          drawing,
        }) => html`<article class="tile" data-component=${component} aria-label=${nameOf(component)}>
          <header><h2>${componentName(component)}</h2><p class="slug" translate="no"><span>${family}</span></p></header>
          <div class="content">${picture(drawing, component, nameOf(component), ownMaps)}</div>
        </article>`,
      )}
    </div>
  `;
};

const MAPS = ['provinces', 'world'] as const;

/**
 * Draws the buttons that keep the dropped map in the dashboard folder, where another map is replaced only on request.
 */
const keepButtons = ({ of, other }: DroppedMap, actions: Actions): TemplateResult =>
  other === undefined
    ? html`<button class="primary" @click=${actions.keepMap}>${words.keepMap(folderPathOf(of))}</button>`
    : html`<p role="alert">${words.otherMap(folderPathOf(of))}</p>
        <button class="primary" @click=${actions.keepMap}>${words.replaceMap}</button>
        <button class="quiet" @click=${actions.cancelKeep}>${words.cancel}</button>`;

const used = (of: MapName, { ownMaps, droppedMap, info }: State, actions: Actions) => {
  const own = ownMaps[of];
  if (!own) return nothing;
  const isDropped = info?.mode === 'local' && droppedMap?.of === of;
  return html`<div class="banner with-button">
    <p>${words.ownMap(own.file, own.map.features.length, of)}</p>
    ${isDropped ? keepButtons(droppedMap, actions) : nothing}
    <button @click=${() => actions.leaveMap(of)}>${words.leaveMap}</button>
  </div>`;
};

const failure = (
  sentence: string,
  { closeMapFailure }: Actions,
): TemplateResult => html`<div class="banner failed with-button" role="alert">
  <p>${sentence}</p>
  <button class="quiet" @click=${closeMapFailure}>${words.close}</button>
</div>`;

const mapNotes = (state: State, actions: Actions) => html`
  ${state.mapFailure ? failure(state.mapFailure, actions) : nothing}
  ${state.view === 'wall' ? nothing : MAPS.map((of) => used(of, state, actions))}
`;

const VIEWS: Readonly<Record<View, (state: State, actions: Actions) => TemplateResult>> = {
  dashboard: dashboardView,
  gallery: galleryView,
  wall: wallView,
};

export const page = (state: State, actions: Actions): TemplateResult => html`
  ${state.view === 'wall' ? nothing : topBar(state, actions)}
  <main class=${state.view}>
    ${state.isConnected || state.view === 'wall' ? nothing : html`<p class="banner failed" role="alert">${words.connectionLost}</p>`}
    ${mapNotes(state, actions)} ${VIEWS[state.view](state, actions)}
  </main>
  ${detailsDialog(state, actions)}
  <div class="dropping" ?hidden=${!state.isDropping}><p>${words.dropHere}</p></div>
  <div class="notice" role="status" aria-live="polite" ?hidden=${!state.notice}>${sentenceIn(state.notice ?? '')}</div>
`;
