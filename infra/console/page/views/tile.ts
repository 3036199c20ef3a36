import { html, nothing, type TemplateResult } from 'lit-html';
import type { AskResult, EndpointInfo } from '../../protocol/protocol.ts';
import { picture } from '../draw/picture.ts';
import type { Actions } from '../state/actions.ts';
import { formatAge } from '../state/format.ts';
import { type State, statusOf } from '../state/state.ts';
import { words } from '../words/words.ts';
import { problemView } from './problem-view.ts';

const cacheWords = ({ cache, ageMs = 0 }: AskResult): string =>
  [cache, ageMs > 0 || cache === 'hit' ? words.old(formatAge(ageMs)) : undefined].filter(Boolean).join(' · ');

const facts = (result: AskResult | undefined) => {
  if (!result) return nothing;
  const { httpStatus, ms } = result;
  const kind = httpStatus === 200 ? 'good' : 'bad';
  return html`<p class="facts">
    ${httpStatus > 0 ? html`<span class="http ${kind}">${httpStatus}</span>` : nothing}
    <span>${ms} ms</span>
    ${result.cache ? html`<span>${cacheWords(result)}</span>` : nothing}
  </p>`;
};

const staleBanner = ({ ageMs = 0, problem }: AskResult): TemplateResult => html`<div class="stale-banner">
  <strong>${words.stale(formatAge(ageMs))}</strong>
  ${problem ? problemView(problem) : nothing}
</div>`;

const content = ({ slug, component, refused }: EndpointInfo, result: AskResult | undefined, { ownMap }: State) => {
  if (refused) return problemView(refused);
  if (!result) return html`<p class="waiting">${words.pending}</p>`;
  const { status, drawing, problem } = result;
  if (status === 'failed') return problem ? problemView(problem) : nothing;
  return html`
    ${status === 'stale' ? staleBanner(result) : nothing}
    ${status !== 'stale' && problem ? html`<div class="hidden-error">${problemView(problem)}</div>` : nothing}
    ${status === 'empty' ? html`<p class="empty">${words.empty}</p>` : nothing}
    ${drawing && status !== 'empty' ? picture(drawing, `${component}, ${slug}`, ownMap) : nothing}
  `;
};

const corsLimit = (result: AskResult | undefined) =>
  result?.limitedTo === undefined
    ? nothing
    : html`<p class="note" title=${words.limitedTo(result.limitedTo)}>${words.limited(result.limitedTo)}</p>`;

/** Draws an endpoint: its picture or problem, the status of its response, and buttons to copy its URL. */
export const tile = (endpoint: EndpointInfo, state: State, actions: Actions): TemplateResult => {
  const { slug, component, source, url } = endpoint;
  const { results } = state;
  const result = results.get(slug);
  return html`<article class="tile" data-endpoint=${slug} data-status=${statusOf(endpoint, results)} aria-label="${component}, ${slug}">
    <header>
      <h2>${component}</h2>
      <p class="slug"><b>${slug}</b><span title=${source}>${source}</span></p>
      ${facts(result)}
    </header>
    <div class="content">${content(endpoint, result, state)} ${corsLimit(result)}</div>
    <footer>
      <button @click=${() => actions.copyUrl(url)}>${words.copyUrl}</button>
      <button @click=${() => actions.copyCurl(slug)}>${words.copyCurl}</button>
      <button class="quiet" @click=${() => actions.open(slug)}>${words.details}</button>
    </footer>
  </article>`;
};
