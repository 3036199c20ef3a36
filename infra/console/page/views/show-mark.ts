import { ref } from 'lit-html/directives/ref.js';

/** Scrolls a new box sideways to its first mark, if that is out of view. The page does not move. */
const scrollToMark = (box: Element | undefined): void => {
  queueMicrotask(() => {
    const mark = box?.querySelector('mark');
    if (!box || !mark) return;
    const [outer, inner] = [box.getBoundingClientRect(), mark.getBoundingClientRect()];
    if (inner.right > outer.right) box.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  });
};

/** Shows the first mark of the box that it stands on, once the box is on the page. */
export const showMark = () => ref(scrollToMark);
