/** An event at a time of the simulation, in milliseconds. */
export interface QueuedEvent {
  readonly at: number;
  readonly run: () => void;
}

/** Future events, ordered by time. Events at the same time keep the order in which they were added. */
export interface EventQueue {
  enter(at: number, run: () => void): QueuedEvent;
  cancel(event: QueuedEvent): void;
  /** Removes the next event and returns it. */
  next(): QueuedEvent | undefined;
}

export const createEventQueue = (): EventQueue => {
  const waiting: QueuedEvent[] = [];
  return {
    enter: (at, run) => {
      const event = { at, run };
      waiting.splice(waiting.findLastIndex((queued) => queued.at <= at) + 1, 0, event);
      return event;
    },
    cancel: (event) => {
      const index = waiting.indexOf(event);
      if (index >= 0) waiting.splice(index, 1);
    },
    next: () => waiting.shift(),
  };
};
