/** `New York time`; a zone without a place by its whole name. */
export function tellZone(timezone: string): string {
  const [area, ...places] = timezone.split('/');
  const place = places.at(-1);
  return place === undefined || area === 'Etc' ? timezone : `${place.replaceAll('_', ' ')} time`;
}
