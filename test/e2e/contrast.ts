import type { Page } from 'playwright-core';

/**
 * Texts whose contrast with their ground is under WCAG 2.2's AA (4.5, or 3 for large text), as
 * `ratio text`. Runs in the browser; the string is its own program, as this project has no DOM types.
 */
export function findPoorContrast(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const parse = (color) => color.match(/[\\d.]+/g).map(Number);
    const over = ([r, g, b, a = 1], under) => [r, g, b].map((value, i) => value * a + under[i] * (1 - a));
    const groundOf = (element) => {
      if (!element) return [255, 255, 255];
      const color = parse(getComputedStyle(element).backgroundColor);
      return color[3] === 0 ? groundOf(element.parentElement) : over(color, groundOf(element.parentElement));
    };
    const luminance = (color) => {
      const [r, g, b] = color.map((value) => value / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const poor = [];
    for (const element of document.querySelectorAll('body *')) {
      const text = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join('');
      if (!text || !element.checkVisibility() || element.closest('.visually-hidden, .skip')) continue;
      const style = getComputedStyle(element);
      const ground = groundOf(element);
      const [light, dark] = [luminance(over(parse(style.color), ground)), luminance(ground)].sort((a, b) => b - a);
      const ratio = (light + 0.05) / (dark + 0.05);
      const size = parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (ratio < (large ? 3 : 4.5)) poor.push(ratio.toFixed(2) + ' ' + text);
    }
    return poor;
  })()`);
}
