import { measureTextsBy } from '../../drawing/text.ts';
import { FONT } from '../../drawing/theme.ts';
import { layOutWall, scaleOf, type WallPage } from '../../drawing/wall/lay-out-wall.ts';
import { type Settings, type State, type Store, shownEndpoints, type WallState } from './state.ts';

const DEFAULT_TURN_MS = 20_000;
const SECOND_MS = 1000;
/** The bar hides this long after the last movement. */
const BAR_MS = 5000;
const MEASURED_PX = 100;

export interface WallActions {
  readonly movePage: (by: number) => void;
  readonly pause: () => void;
  readonly fullScreen: () => void;
  readonly changeTheme: () => void;
}

export const initialWall = (): WallState => ({
  size: { width: innerWidth, height: innerHeight },
  now: Date.now(),
  turn: 0,
  isPaused: false,
  hasBar: false,
  hasWorld: false,
});

/** Returns the pages of the wall. There is one page without endpoints before the dashboard is known. */
export const pagesOf = (state: State): readonly WallPage[] => {
  const pages = layOutWall(shownEndpoints(state), scaleOf(state.wall.size), state.info?.wall?.pages);
  return pages.length > 0 ? pages : [[]];
};

export const pageIndex = ({ settings }: State, count: number): number => Math.min(settings.page, count) - 1;

/** Pictures have no wider font than the bold one. */
export const measureByCanvas = (): void => {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return;
  context.font = `600 ${MEASURED_PX}px ${FONT}`;
  measureTextsBy((text) => context.measureText(text).width / MEASURED_PX);
};

type Choose = (settings: Partial<Settings>) => void;

export const createWallActions = (store: Store, choose: Choose): WallActions => {
  const change = (wall: Partial<WallState>): void => store.set({ wall: { ...store.get().wall, ...wall } });
  return {
    movePage: (by) => {
      const count = pagesOf(store.get()).length;
      const page = (pageIndex(store.get(), count) + by + count) % count;
      const { turn } = store.get().wall;
      // A list shows its next rows whenever its page is shown again.
      if (by > 0 && page === 0) change({ turn: turn + 1 });
      choose({ page: page + 1 });
    },
    pause: () => change({ isPaused: !store.get().wall.isPaused }),
    fullScreen: () =>
      void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
    changeTheme: () => choose({ theme: store.get().settings.theme === 'dark' ? 'light' : 'dark' }),
  };
};

const keysOf = ({ movePage, pause, fullScreen, changeTheme }: WallActions, choose: Choose) =>
  ({
    ' ': pause,
    ArrowRight: () => movePage(1),
    ArrowLeft: () => movePage(-1),
    Home: () => choose({ page: 1 }),
    f: fullScreen,
    t: changeTheme,
  }) as Readonly<Record<string, () => void>>;

/**
 * Starts what moves on the wall: the clock, the pages, the keys, and the bar that hides. The clock turns the pages, so
 * that `turn` counts as soon as it is known or has changed.
 * @param world ends once the map of the world is loaded.
 */
export const runWall = (store: Store, actions: WallActions, choose: Choose, world: Promise<void>): void => {
  const change = (wall: Partial<WallState>): void => store.set({ wall: { ...store.get().wall, ...wall } });
  const keys = keysOf(actions, choose);
  let hide: ReturnType<typeof setTimeout> | undefined;
  const showBar = (): void => {
    clearTimeout(hide);
    hide = setTimeout(() => {
      if (document.activeElement?.closest('.wall-bar')) (document.activeElement as HTMLElement).blur();
      change({ hasBar: false });
    }, BAR_MS);
    if (!store.get().wall.hasBar) change({ hasBar: true });
  };
  void world.then(() => change({ hasWorld: true }));
  let shownAt = Date.now();
  const tick = (): void => {
    const now = Date.now();
    change({ now });
    const { info, wall } = store.get();
    if (info && now - shownAt < (info.wall?.turnMs ?? DEFAULT_TURN_MS) - SECOND_MS / 2) return;
    shownAt = now;
    if (info && !wall.isPaused) actions.movePage(1);
  };
  setInterval(tick, SECOND_MS);
  addEventListener('resize', () => change({ size: { width: innerWidth, height: innerHeight } }));
  addEventListener('mousemove', showBar);
  addEventListener('keydown', (event) => {
    const isButton = event.key === ' ' && event.target instanceof HTMLButtonElement;
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (event.key === 'Tab') showBar();
    if (!action || isButton || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  });
};
