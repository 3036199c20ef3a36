(() => {
  // Measures the page of a wall that a browser shows. The texts of a tile are compared with its frame and each other.
  const TOLERANCE_PX = 1.5;
  const wall = document.querySelector('div.wall');
  const unit = Math.sqrt(innerWidth * innerHeight) / 100;
  const texts = [];
  for (const element of wall.querySelectorAll('svg.drawn text')) {
    const text = element.textContent.trim();
    if (text === '') continue;
    const { left, right, top, bottom, height, width } = element.getBoundingClientRect();
    const scale = Math.hypot(element.getScreenCTM().a, element.getScreenCTM().b);
    const size = Number.parseFloat(getComputedStyle(element).fontSize) * scale;
    // The box of a font is higher than its letters.
    const isUpright = height < 2 * size;
    const box = isUpright
      ? { left, right, top: top + height * 0.22, bottom: bottom - height * 0.1 }
      : { left, right, top, bottom };
    texts.push({
      text,
      size,
      width,
      box,
      owner: element.closest('article, svg'),
      isFigure: element.parentElement.dataset.figure !== undefined,
    });
  }
  const clipOf = (owner) => owner.getBoundingClientRect();
  const cut = texts.filter(({ text, box, owner }) => {
    const clip = clipOf(owner);
    const isOut =
      box.left < clip.left - TOLERANCE_PX ||
      box.right > clip.right + TOLERANCE_PX ||
      box.top < clip.top - TOLERANCE_PX ||
      box.bottom > clip.bottom + TOLERANCE_PX;
    return isOut || /(…|\.\.\.)$/.test(text);
  });
  const overlapping = [];
  for (const [index, a] of texts.entries())
    for (const b of texts.slice(index + 1)) {
      if (a.owner !== b.owner) continue;
      const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (across > TOLERANCE_PX && down > TOLERANCE_PX) overlapping.push([a, b]);
    }
  const boxes = [...wall.querySelectorAll('article')].map((one) => one.getBoundingClientRect());
  const area = boxes.reduce((sum, { width, height }) => sum + width * height, 0) / (innerWidth * innerHeight);
  const where = ({ text, owner }) => `${owner.getAttribute('aria-label') ?? 'head'}: ${text}`;
  const scrolling = [document.documentElement, ...wall.querySelectorAll('*')]
    .filter((one) => one instanceof HTMLElement && !one.closest('.off-screen'))
    .reduce(
      (most, one) =>
        Math.max(
          most,
          one.scrollHeight - one.clientHeight > 1 && getComputedStyle(one).overflowY !== 'visible'
            ? one.scrollHeight - one.clientHeight
            : 0,
        ),
      0,
    );
  return {
    scrolling,
    cut: cut.map(where),
    overlapping: overlapping.map(([a, b]) => `${where(a)} | ${b.text}`),
    smallest: Math.min(...texts.map(({ size }) => size / unit)),
    figures: texts.filter(({ isFigure }) => isFigure).map(({ size }) => size / unit),
    texts: texts.length,
    area,
    pages: Number(wall.dataset.pages),
    page: Number(wall.dataset.page),
  };
})();
