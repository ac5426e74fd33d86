import type { Buyer } from './buyers.ts';
import type { Draw } from './draw.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** Rows without a buyer have this host, under the reserved `.example`. */
export const eventHost = 'events.example';

const givenNames =
  'Adaeze Bram Carmen Dmitri Elena Farid Grace Hiroshi Imani José Kwame Lucía Maeve Naveen Odette Priya Quentin Rosa Søren Tamsin Uma Viktor Wanda Ximena Yusuf Zoë'.split(
    ' ',
  );
const familyNames =
  "Abara Bellweather Castellan Dunmore Eastlake Farrow Garza Hallorand Iverness Jaramillo Kestrel Lindqvist Marchetti Nakadate O'Brannon Pemberly Quillan Rosales Stavros Tillman Umarov Vandersloot Whitcombe Yarrow Zielonka".split(
    ' ',
  );

export const works = [
  'Student Information System',
  'Network Switch Replacement',
  'HVAC Controls Upgrade',
  'School Bus Fleet Telematics',
  'Security Camera Installation',
  'Roof Replacement, Phase 2',
  'Managed Print Services',
  'Financial Management Software',
  'Playground Resurfacing',
  'Water Meter Replacement',
  'Fire Alarm Monitoring',
  'Classroom Audio Équipement',
  'Asphalt Resurfacing',
  'Document Scanning Services',
];
export const meetings = [
  'Regular Board Meeting',
  'Budget Workshop',
  'Facilities Committee',
  'Council Study Session',
];

export function personName(draw: Draw): string {
  return `${draw.pick(givenNames)} ${draw.pick(familyNames)}`;
}

/** Writes a day such as `2026-11-21`, `days` after a time in milliseconds since the epoch. */
export function dayOf(ms: number, days = 0): string {
  return new Date(ms + days * dayMs).toISOString().slice(0, 10);
}

/** 555-0100 to 555-0199 are reserved for fiction. */
export function phoneNumber(draw: Draw): string {
  return `+1 ${draw.between(201, 989)}-555-01${String(draw.between(0, 99)).padStart(2, '0')}`;
}

export function emailAddress(person: string, buyer: Buyer | null): string {
  const plain = person
    .normalize('NFD')
    .replaceAll('ø', 'o')
    .replace(/[^A-Za-z ]/g, '');
  return `${plain.toLowerCase().replaceAll(' ', '.')}@${buyer?.host ?? eventHost}`;
}
