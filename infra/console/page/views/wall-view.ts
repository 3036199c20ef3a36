import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { EndpointInfo } from '../../protocol/protocol.ts';
import { picture } from '../draw/picture.ts';
import { formatAge } from '../state/format.ts';
import { type State, shownEndpoints, statusOf } from '../state/state.ts';
import { words } from '../words/words.ts';
import { problemView } from './problem-view.ts';

const content = (endpoint: EndpointInfo, { results, ownMap }: State) => {
  const { slug, component, refused } = endpoint;
  const result = results.get(slug);
  if (refused) return problemView(refused);
  if (!result) return html`<p class="waiting">${words.pending}</p>`;
  const { status, drawing, problem, ageMs = 0 } = result;
  if (status === 'failed') return problem ? problemView(problem) : nothing;
  if (status === 'empty' || !drawing) return html`<p class="empty">${words.empty}</p>`;
  return html`
    ${status === 'stale' ? html`<strong class="stale-note">${words.stale(formatAge(ageMs))}</strong>` : nothing}
    ${picture(drawing, `${component}, ${slug}`, ownMap)}
  `;
};

/** Draws all endpoints as a grid that fills the screen, as a dashboard would. */
export const wallView = (state: State): TemplateResult => html`<h1 class="wall-title">${state.info?.name}</h1>
  <div class="wall">
    ${repeat(
      shownEndpoints(state),
      ({ slug }) => slug,
      (endpoint) => html`<article
        class="panel"
        data-endpoint=${endpoint.slug}
        data-status=${statusOf(endpoint, state.results)}
        aria-label="${endpoint.component}, ${endpoint.slug}"
      >
        <h2>${endpoint.slug.replaceAll('-', ' ')} <small>${endpoint.component}</small></h2>
        ${content(endpoint, state)}
      </article>`,
    )}
  </div>`;
