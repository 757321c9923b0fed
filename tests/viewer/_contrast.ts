/**
 * Run in the page: the texts whose contrast with what is behind them is less than WCAG 2.2 wants for AA (1.4.3: 4.5 to 1, 3 to 1 where
 * they are large).
 */
export const WEAK_TEXTS = `(() => {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, below) =>
    [0, 1, 2].map((at) => top[at] * top[3] + below[at] * (1 - top[3])).concat(1);
  const behind = (element) => {
    if (element === null) return rgba("Canvas");
    const own = rgba(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, behind(element.parentElement));
  };
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((it) => it / 255)
      .map((it) => it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const weak = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (texts.currentNode.data.trim() === "") continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest("script, style, noscript, :disabled, .said, .unseen, .skip, option")) continue;
    const style = getComputedStyle(element);
    const fill = element.closest("svg") === null ? style.color : style.fill;
    const ground = behind(element.closest("svg")?.parentElement ?? element);
    const text = over(rgba(fill), ground);
    const [a, b] = [light(text), light(ground)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || size >= 18.66 && style.fontWeight >= 700;
    if (ratio < (isLarge ? 3 : 4.5)) {
      weak.push(ratio.toFixed(2) + " " + element.className + ": " + texts.currentNode.data.slice(0, 40));
    }
  }
  return weak;
})()`;
