import { html, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { picture } from '../draw/picture.ts';
import type { State } from '../state/state.ts';
import { componentName, nameOf } from '../words/in-language.ts';
import { words } from '../words/words.ts';

/**
 * Draws every component of the catalogue from its sample, so that users find the name of the component that they have
 * in mind.
 */
export const galleryView = ({ gallery, settings, ownMaps }: State): TemplateResult => {
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
          <div class="content">${picture(drawing, nameOf(component), ownMaps)}</div>
        </article>`,
      )}
    </div>
  `;
};
