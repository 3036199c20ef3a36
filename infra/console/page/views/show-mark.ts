import { ref } from 'lit-html/directives/ref.js';

/** Scrolls a new box sideways to its first mark if the mark is not visible. The page itself does not scroll. */
const scrollToMark = (box: Element | undefined): void => {
  queueMicrotask(() => {
    const mark = box?.querySelector('mark');
    if (!box || !mark) return;
    const [outer, inner] = [box.getBoundingClientRect(), mark.getBoundingClientRect()];
    if (inner.right > outer.right) box.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  });
};

/** Returns a directive that scrolls its element to the first mark, once the element is on the page. */
export const showMark = () => ref(scrollToMark);
