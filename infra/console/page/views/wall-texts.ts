import type { NamedTroubles, WallHead } from '../../drawing/wall/draw-wall-head.ts';
import type { Trouble, WallTile } from '../../drawing/wall/draw-wall-tile.ts';
import type { AskResult, EndpointInfo, ProblemView } from '../../protocol/protocol.ts';
import { onMapOf } from '../draw/picture.ts';
import { type State, statusOf } from '../state/state.ts';
import { formatAge, language, plainSentence, words } from '../words/words.ts';
import { brokenPromises } from './broken-promises.ts';
import { oldDataOf } from './data-age.ts';
import { placeOf } from './problem-view.ts';

const titleOf = ({ slug, title }: EndpointInfo): string => {
  if (title !== undefined) return title;
  const text = slug.replaceAll('-', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const sentencesOf = ({ sentence, details, tables, excerpts = [] }: ProblemView): readonly string[] => {
  const [detail] = details;
  if (!detail) return [plainSentence(sentence)];
  const file = (tables[0] ?? excerpts[0])?.file;
  return [plainSentence(detail.message), [file, placeOf(detail)].filter(Boolean).join(words.comma)].filter(Boolean);
};

const troubleOf = (endpoint: EndpointInfo, state: State): Trouble | undefined => {
  const kind = statusOf(endpoint, state.results);
  if (kind === 'failed') return { kind, text: words.status.failed };
  if (kind !== 'stale') return undefined;
  return { kind, text: words.stale(formatAge(state.results.get(endpoint.slug)?.ageMs ?? 0)) };
};

const textsOf = (endpoint: EndpointInfo, result: AskResult | undefined): readonly string[] => {
  const problem = endpoint.refused ?? (result?.status === 'failed' ? result.problem : undefined);
  if (problem) return sentencesOf(problem);
  return [result ? words.empty : words.pending];
};

export const describeTile = (endpoint: EndpointInfo, state: State): WallTile => {
  const { slug, component, refused } = endpoint;
  const result = refused ? undefined : state.results.get(slug);
  const isDrawn = result?.status === 'drawn' || result?.status === 'stale';
  const drawing = isDrawn && result.drawing ? onMapOf(result.drawing, state.ownMaps) : undefined;
  const isWaiting = drawing?.kind === 'chart' && drawing.map === 'world' && !state.wall.hasWorld;
  const isPicture = drawing && drawing.kind !== 'script' && !isWaiting;
  return {
    slug,
    component,
    title: titleOf(endpoint),
    note: oldDataOf(endpoint, result, state.wall.now, state.info?.timezone ?? 'UTC'),
    trouble: troubleOf(endpoint, state),
    sentences: drawing?.kind === 'script' ? [] : textsOf(endpoint, isWaiting ? undefined : result),
    ...(isPicture && { picture: drawing }),
  };
};

const clockOf = (now: number, timeZone: string): string =>
  new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', { timeStyle: 'medium', timeZone }).format(now);

const freshnessOf = ({ results, wall }: State): string => {
  const newest = Math.max(0, ...Array.from(results.values(), ({ askedAt, ms }) => askedAt + ms));
  return newest === 0 ? words.notUpdated : words.updated(formatAge(Math.max(wall.now - newest, 0)));
};

const name = (text: string, names: readonly string[]): string => `${text}${words.colon}${names.join(words.listComma)}`;

/** Time for which the head of a wall shows one of several sentences. */
const TURN_MS = 10_000;

const brokenIn = ({ results, wall, info }: State): readonly NamedTroubles[] => {
  const shown = [...results.values()].flatMap((result) => brokenPromises(result, wall.now, info?.timezone));
  const promises = new Map(shown.map((one) => [one.name, one.text]));
  const names = [...promises.keys()];
  const sentences = Array.from(promises, ([promise, text]) => `${promise}${words.colon}${text}`);
  const turn = Math.floor(wall.now / TURN_MS) % names.length;
  return names.length > 0 ? [{ kind: 'stale', text: words.broken(names.length), names, sentences, turn, name }] : [];
};

const troublesIn = ({ info, results }: State): readonly NamedTroubles[] =>
  (['failed', 'stale'] as const).flatMap((kind) => {
    const names = (info?.endpoints ?? [])
      .filter((one) => statusOf(one, results) === kind)
      .map(({ slug, title }) => title ?? slug);
    const text = words.trouble(names.length, words.status[kind]);
    return names.length > 0 ? [{ kind, text, names, name }] : [];
  });

export const describeHead = (state: State, page: number, pages: number): WallHead => ({
  title: state.info?.wall?.title ?? state.info?.name ?? '',
  clock: clockOf(state.wall.now, state.info?.timezone ?? 'UTC'),
  freshness: [freshnessOf(state), ...(pages > 1 ? [words.pageOf(page, pages)] : [])].join(' · '),
  troubles: [...troublesIn(state), ...brokenIn(state)],
});
