// This expression runs in the page. Its value has three functions: they find the texts in view, hide them, and compare
// the colours of the texts with the pixels of a screenshot without texts. Because pixels are compared, the check covers
// gradients, transparency and charts.
({
  /** Lists the texts in view with their place, colour and the least contrast that they need. */
  collect() {
    const view = new DOMRect(0, 0, innerWidth, innerHeight);
    const overlap = (one, other) => {
      const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)];
      const [right, bottom] = [Math.min(one.right, other.right), Math.min(one.bottom, other.bottom)];
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    };
    /** Returns a function that computes the value of an element once. */
    const remember = (compute) => {
      const known = new Map();
      return (element) => {
        if (!known.has(element)) known.set(element, compute(element));
        return known.get(element);
      };
    };
    /** Returns the part of the view in which an element and its ancestors show their content. */
    const clipOf = remember((element) => {
      if (element === null || element === document.documentElement) return view;
      const clip = clipOf(element.parentElement);
      return getComputedStyle(element).overflow === 'visible' ? clip : overlap(clip, element.getBoundingClientRect());
    });
    const opacityOf = remember((element) =>
      element ? opacityOf(element.parentElement) * Number(getComputedStyle(element).opacity) : 1,
    );
    const isOnTop = (element, rect) => {
      const top = document.elementFromPoint(rect.x + rect.width / 2, rect.y + rect.height / 2);
      const svg = element.closest('svg');
      return top !== null && (top.contains(element) || element.contains(top) || svg?.contains(top));
    };
    const describe = (element, text, rect, style) => {
      const isDrawn = element instanceof SVGElement;
      const size = Number.parseFloat(style.fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      const hasOutline = isDrawn && style.stroke !== 'none' && Number.parseFloat(style.strokeWidth) > 1;
      return {
        text: text.trim().slice(0, 40),
        place: element.closest('[data-endpoint],[data-component],[data-fit]')?.ariaLabel ?? element.tagName,
        color: isDrawn ? style.fill : style.color,
        outline: hasOutline ? style.stroke : undefined,
        opacity: opacityOf(element) * (isDrawn ? Number(style.fillOpacity) : 1),
        needed: isLarge ? 3 : 4.5,
        rect: { x: rect.x, y: rect.y, width: rect.width, height: rect.height },
      };
    };
    const found = [];
    const isSeen = ({ width, height }) => width > 2 && height > 4;
    const take = (element, text, rects, style = getComputedStyle(element)) => {
      // Most texts of a long page are out of view.
      const inView = [...rects].filter((one) => isSeen(overlap(one, view)));
      if (inView.length === 0) return;
      if (style.visibility !== 'visible' || text.trim() === '' || element.closest(':disabled')) return;
      for (const rect of inView.map((one) => overlap(one, clipOf(element))))
        if (isSeen(rect) && isOnTop(element, rect)) found.push(describe(element, text, rect, style));
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      take(walker.currentNode.parentElement, walker.currentNode.data, range.getClientRects());
    }
    for (const field of document.querySelectorAll('input:not([type=checkbox], [type=file]), select')) {
      const style = field.value === '' ? getComputedStyle(field, '::placeholder') : undefined;
      take(field, field.value || field.placeholder || '', [field.getBoundingClientRect()], style);
    }
    return found;
  },

  /** Hides all texts, or shows them again. */
  hide(isHidden) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '*, ::before, ::after, ::placeholder { color: transparent !important; text-shadow: none !important; caret-color: transparent !important }' +
        'svg text, svg tspan { fill: transparent !important; stroke: transparent !important }',
    );
    document.adoptedStyleSheets = isHidden ? [sheet] : [];
  },

  /** Returns the texts whose contrast is too low on more than a quarter of their background. */
  async compare(texts, png) {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    const scale = image.width / innerWidth;
    const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const toRgba = (color) => {
      pixel.clearRect(0, 0, 1, 1);
      pixel.fillStyle = color;
      pixel.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = pixel.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha / 255];
    };
    const toLinear = (value) => (value <= 10.31 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    const luminance = (rgb) => 0.2126 * toLinear(rgb[0]) + 0.7152 * toLinear(rgb[1]) + 0.0722 * toLinear(rgb[2]);
    const ratio = (one, other) => {
      const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    };
    const backgroundsOf = ({ rect, outline }) => {
      if (outline) return [toRgba(outline)];
      const at = [rect.x, rect.y, rect.width, rect.height].map((one) => Math.round(one * scale));
      const { data } = context.getImageData(at[0], at[1], Math.max(1, at[2]), Math.max(1, at[3]));
      const step = Math.max(1, Math.floor(data.length / 4 / 200)) * 4;
      return Array.from({ length: Math.floor(data.length / step) }, (_, index) => [
        ...data.slice(index * step, index * step + 3),
      ]);
    };
    const contrastOf = (text) => {
      const [red, green, blue, alpha] = toRgba(text.color);
      const share = alpha * text.opacity;
      const blend = (over, under) => over * share + under * (1 - share);
      const ratios = backgroundsOf(text).map((back) =>
        ratio([blend(red, back[0]), blend(green, back[1]), blend(blue, back[2])], back),
      );
      return ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 4)] ?? 21;
    };
    return texts
      .map((text) => ({ ...text, contrast: contrastOf(text) }))
      .filter(({ contrast, needed }) => contrast < needed)
      .map(({ text, place, color, contrast }) => `${place}: '${text}' in ${color}: ${contrast.toFixed(2)}`);
  },
});
