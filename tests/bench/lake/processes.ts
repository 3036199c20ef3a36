/** A process of the simulation. It yields the milliseconds for which it waits. */
export type Process<Result = void> = Generator<number, Result, undefined>;

export interface Processes {
  /** Returns the milliseconds since the start of the simulation. */
  readonly now: () => number;
  start(process: Process, at?: number): void;
  /** Runs the processes until a time. Processes that wait for a later time do not continue. */
  runUntil(end: number): void;
}

interface Waiting {
  readonly at: number;
  /** Rank among the processes that wake at the same time. */
  readonly order: number;
  readonly process: Process;
}

const isBefore = (one: Waiting, other: Waiting): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

/** Adds to a binary heap, whose first element is the least. */
const push = (heap: Waiting[], waiting: Waiting): void => {
  let index = heap.push(waiting) - 1;
  while (index > 0) {
    const above = (index - 1) >> 1;
    const parent = heap[above] as Waiting;
    if (!isBefore(waiting, parent)) break;
    heap[index] = parent;
    index = above;
  }
  heap[index] = waiting;
};

/** Removes the least element of a heap that is not empty. */
const pop = (heap: Waiting[]): Waiting => {
  const [least] = heap as [Waiting];
  const last = heap.pop() as Waiting;
  if (heap.length === 0) return least;
  let index = 0;
  for (let child = 1; child < heap.length; child = 2 * index + 1) {
    const right = heap[child + 1];
    if (right && isBefore(right, heap[child] as Waiting)) child += 1;
    if (!isBefore(heap[child] as Waiting, last)) break;
    heap[index] = heap[child] as Waiting;
    index = child;
  }
  heap[index] = last;
  return least;
};

/** Creates a simulation of processes that wait for simulated time. The same processes always run in the same order. */
export const createProcesses = (): Processes => {
  const heap: Waiting[] = [];
  let time = 0;
  let order = 0;
  const wait = (process: Process, at: number): void => {
    order += 1;
    push(heap, { at, order, process });
  };
  return {
    now: () => time,
    start: (process, at = time) => wait(process, at),
    runUntil: (end) => {
      while (heap[0] && heap[0].at <= end) {
        const { at, process } = pop(heap);
        time = at;
        const { value, done } = process.next();
        if (!done) wait(process, at + value);
      }
    },
  };
};
