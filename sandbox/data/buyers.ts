import { drawFor } from './draw.ts';

export type Buyer = ReturnType<typeof makeBuyer>;

const firstHalves =
  'Alder Ash Birch Bram Briar Brook Cedar Clay Clover Cobble Copper Crane Dun Elder Elm Fair Fern Flint Fox Glen Gran Hart Haw Hazel Heron Holl Iron Juni Kes Lark Lind Maple Mar Mill Moss Oak Otter Pine Quarry Raven Red Rock Rush Sage Silver Stone Thorn Wal Whit Wren'.split(
    ' ',
  );
const secondHalves =
  'brook burg bury crest dale field ford gate grove haven hollow hurst land mere mont more port ridge side ton vale view ville water wick wood worth'.split(
    ' ',
  );
const states =
  'AL AZ CA CO CT FL GA IA ID IL IN KS KY MA MD ME MI MN MO MT NC ND NE NH NJ NM NV NY OH OK OR PA SC SD TN TX UT VA VT WA WI WV WY'.split(
    ' ',
  );
const kinds = ['district', 'district', 'district', 'city', 'city', 'county', 'agency'] as const;

const nameForms: Readonly<Record<(typeof kinds)[number], readonly string[]>> = {
  district: [
    '% Unified School District',
    '% Independent School District',
    '% Public Schools',
    '% Area School District',
    '% Community College District',
  ],
  city: ['City of %', 'Town of %', 'Village of %'],
  county: ['% County', '% County Board of Supervisors', '% County Library System'],
  agency: [
    '% Transit Authority',
    '% Regional Water Authority',
    '% Port Authority',
    '% Housing Authority',
    '% Health District',
  ],
};

/** Buyers depend on the seed alone; the first ten of a large sandbox are the first ten of a small one. */
export function makeBuyers(seed: number, count: number): Buyer[] {
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    for (let attempt = 0; ; attempt += 1) {
      const buyer = makeBuyer(seed, index, attempt);
      if (taken.has(buyer.name)) continue;
      taken.add(buyer.name);
      return buyer;
    }
  });
}

function makeBuyer(seed: number, index: number, attempt: number) {
  const draw = drawFor(seed, 'buyer', index, attempt);
  const kind = draw.pick(kinds);
  const place = draw.pick(firstHalves) + draw.pick(secondHalves);
  const state = draw.pick(states);
  const name = `${draw.pick(nameForms[kind]).replace('%', place)}, ${state}`;
  return {
    buyerId: draw.uuid,
    name,
    place,
    /** Its invented web site is under the reserved `.example`. */
    host: `${place}-${kind}-${state}.example`.toLowerCase(),
    /** No bridge tracks an unwatched buyer at first, and it gets no signals automatically. */
    watched: index % 20 !== 19,
    /** A few buyers are drawn often, most seldom. */
    weight: 0.5 + draw.next() ** 4 * 6,
  };
}
