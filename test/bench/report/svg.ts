/** The few shapes that the plots are made of. Coordinates in pixels from the top left. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface TextStyle {
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly color?: string;
  readonly size?: number;
  readonly bold?: boolean;
}

/** One hue each, told apart by people who see no red or no green, too. */
export const colors = ['#0072b2', '#d55e00', '#009e73', '#7b4fa3'] as const;
export const grey = '#6b7280';
const ink = '#1f2937';

/** White behind the shapes: GitHub shows a page in light and in dark. */
export function svg(width: number, height: number, title: string, shapes: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, sans-serif">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...shapes,
    '</svg>',
    '',
  ].join('\n');
}

export function text({ x, y }: Point, content: string, style: TextStyle = {}): string {
  const { anchor = 'start', color = ink, size = 13, bold = false } = style;
  const weight = bold ? ' font-weight="600"' : '';
  const place = `x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"`;
  return `<text ${place} font-size="${size}" fill="${color}"${weight}>${escapeXml(content)}</text>`;
}

export function line(points: readonly Point[], color: string, dashed = false): string {
  const path = points.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ');
  const style = dashed ? ' stroke-dasharray="5 4" stroke-width="1"' : ' stroke-width="2"';
  return `<polyline points="${path}" fill="none" stroke="${color}"${style}/>`;
}

export function dot({ x, y }: Point, color: string): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="4" fill="${color}"/>`;
}

export function bar({ x, y }: Point, width: number, height: number, color: string): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${height}" fill="${color}"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeXml(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
