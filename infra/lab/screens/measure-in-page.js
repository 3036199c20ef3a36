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
      column: `${element.getAttribute('transform')} ${element.getAttribute('x')}`,
      line: Number(element.getAttribute('y')) / Number(element.getAttribute('font-size') ?? 12),
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
  // A number whose digits go on in the line below.
  const broken = texts.filter(({ text, owner, column, line }, index) => {
    const next = texts[index + 1];
    const isBelow =
      next?.owner === owner && next.column === column && next.line - line > 0.8 && next.line - line < 1.35;
    return isBelow && /^\S*[\d.,]$/.test(text) && /^[\d.,%]/.test(next.text);
  });
  const tiles = wall.querySelectorAll('article').length;
  const [, wanted] = [
    [1, 10],
    [4, 6],
    [9, 4],
    [Infinity, 2.6],
  ].find(([most]) => tiles <= most);
  const figures = [...wall.querySelectorAll('g[data-figure]')].map((group) => {
    const place = group.querySelector('rect').getBoundingClientRect();
    const [value, ...unitTexts] = [...group.querySelectorAll('text')];
    const right = Math.max(...[value, ...unitTexts].map((one) => one.getBoundingClientRect().right));
    const { left } = value.getBoundingClientRect();
    const size = Number.parseFloat(getComputedStyle(value).fontSize) * value.getScreenCTM().a;
    const fills = Math.max(size / place.height, (right - left) / place.width);
    return {
      size: size / unit,
      fills,
      where: `${group.closest('article').getAttribute('aria-label')}: ${value.textContent}`,
    };
  });
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
    broken: broken.map(where),
    figures: figures.map(({ size }) => size),
    tooSmall: figures
      .filter(({ size, fills }) => size < wanted - 0.01 && fills < 0.495)
      .map(({ size, fills, where }) => `${where} (${size.toFixed(2)}, fills ${fills.toFixed(2)})`),
    texts: texts.length,
    area,
    pages: Number(wall.dataset.pages),
    page: Number(wall.dataset.page),
  };
})();
