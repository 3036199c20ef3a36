(() => {
  // Lists the labels that lie over a neighbour's body. A label may lie inside its own body: then its centre is inside. It may
  // also begin on a thin body at its own height, such as a node of a flow. Names on maps cover small neighbours everywhere.
  const MIN_BODY_PX = 14;
  const MIN_OPACITY = 0.7;
  const SHARES = [0.04, 0.28, 0.5, 0.72, 0.96];
  const opacityOf = (element) => {
    const { fill, fillOpacity, opacity } = getComputedStyle(element);
    const [, alpha = '1'] = /rgba\([^,]+,[^,]+,[^,]+,([^)]+)\)/.exec(fill) ?? [];
    return fill === 'none' ? 0 : Number(fillOpacity) * Number(opacity) * Number(alpha);
  };
  const isInside = (body, x, y) =>
    body.isPointInFill(new DOMPoint(x, y).matrixTransform(body.getScreenCTM().inverse()));
  const found = [];
  for (const article of document.querySelectorAll('article')) {
    const name = article.getAttribute('aria-label');
    if (/\bMap\b|Earth/.test(name)) continue;
    const whole = article.getBoundingClientRect();
    // The plates behind figures and rows are no bodies: they have rounded corners, as the frame of a tile.
    const bodies = [...article.querySelectorAll('svg :is(path, circle, ellipse, polygon, rect:not([rx]))')].filter(
      (one) => {
        const { width, height } = one.getBoundingClientRect();
        const isLarge = width * height > (whole.width * whole.height) / 2;
        return Math.min(width, height) >= MIN_BODY_PX && !isLarge && opacityOf(one) >= MIN_OPACITY;
      },
    );
    const shapes = [...article.querySelectorAll('svg :is(path, polygon)')];
    // True if the body is a part of the shape around a point, such as the liquid in a tank.
    const isOwn = (place, middle, level) =>
      shapes.some((shape) => {
        const { left, width } = shape.getBoundingClientRect();
        return Math.abs(left + width / 2 - place.left - place.width / 2) < 2 && isInside(shape, middle, level);
      });
    for (const text of article.querySelectorAll('svg text')) {
      const box = text.getBoundingClientRect();
      if (text.textContent.trim() === '' || box.width === 0) continue;
      const [middle, level] = [box.left + box.width / 2, box.top + box.height / 2];
      const covered = bodies.filter((body) => {
        const place = body.getBoundingClientRect();
        const isApart =
          place.left > box.right || place.right < box.left || place.top > box.bottom || place.bottom < box.top;
        if (isApart || isInside(body, middle, level)) return false;
        if (Math.abs(place.top + place.height / 2 - level) < 2 || isOwn(place, middle, level)) return false;
        return SHARES.some((x) =>
          [0.3, 0.5, 0.7].some((y) => isInside(body, box.left + x * box.width, box.top + y * box.height)),
        );
      });
      if (covered.length > 0) found.push(`${name}: ${text.textContent}`);
    }
  }
  return found;
})();
