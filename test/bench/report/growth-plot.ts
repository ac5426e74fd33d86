import { medianOf, type Series } from '../figure.ts';
import { colors, dot, grey, line, type Point, svg, text } from './svg.ts';
import { tellValue } from './tell-table.ts';

const frame = { left: 70, top: 50, width: 500, height: 330 };
const size = { width: 830, height: 450 };
const labelGap = 17;

/** Each series as times its value at the fewest buyers, both axes by powers of ten: what is linear is parallel to the dashes. */
export function drawGrowth(series: readonly Series[]): string {
  const counts = series[0]?.points.map(({ buyers }) => buyers) ?? [];
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  const decades = Math.log10(most / fewest);
  const place = (buyers: number, times: number): Point => ({
    x: frame.left + (frame.width * Math.log10(buyers / fewest)) / decades,
    // Something may take a little less of more buyers.
    y: frame.top + frame.height * (1 - Math.max(0, Math.log10(times)) / decades),
  });
  const lines = series.map(({ what, unit, points }, index) => {
    const values = points.map(({ buyers, samples }) => ({ buyers, value: medianOf(samples) }));
    const first = values[0]?.value ?? 1;
    const last = values.at(-1)?.value ?? 1;
    return {
      color: colors[index % colors.length] ?? grey,
      places: values.map(({ buyers, value }) => place(buyers, value / first)),
      label: `${what}: ${tellValue(first, unit)} to ${tellValue(last, unit)}`,
    };
  });
  const title = `run --once from ${tellValue(fewest, '')} to ${tellValue(most, '')} buyers`;
  return svg(size.width, size.height, title, [
    text({ x: frame.left, y: 26 }, `${title}, times that of ${tellValue(fewest, '')}`, {
      size: 15,
      bold: true,
    }),
    ...counts.flatMap((buyers) => {
      const below = place(buyers, 1);
      return [
        line([below, { x: below.x, y: frame.top }], '#e5e7eb'),
        text({ x: below.x, y: below.y + 22 }, tellValue(buyers, ''), { anchor: 'middle', color: grey }),
      ];
    }),
    ...Array.from({ length: Math.floor(decades) + 1 }, (_, power) => {
      const { y } = place(fewest, 10 ** power);
      return text({ x: frame.left - 10, y: y + 4 }, `${tellValue(10 ** power, '')}×`, {
        anchor: 'end',
        color: grey,
      });
    }),
    text({ x: frame.left + frame.width / 2, y: frame.top + frame.height + 46 }, 'buyers', {
      anchor: 'middle',
    }),
    line([place(fewest, 1), place(most, most / fewest)], grey, true),
    ...lines.flatMap(({ color, places }) => [line(places, color), ...places.map((one) => dot(one, color))]),
    ...labels(lines),
  ]);
}

/** At the ends of their lines, moved apart where lines end together. */
function labels(
  lines: readonly { readonly color: string; readonly places: readonly Point[]; readonly label: string }[],
) {
  let lowest = Number.NEGATIVE_INFINITY;
  return [...lines]
    .sort((one, other) => (one.places.at(-1)?.y ?? 0) - (other.places.at(-1)?.y ?? 0))
    .map(({ color, places, label }) => {
      const end = places.at(-1) ?? { x: 0, y: 0 };
      lowest = Math.max(lowest + labelGap, end.y + 4);
      return text({ x: end.x + 10, y: lowest }, label, { color, size: 12 });
    });
}
