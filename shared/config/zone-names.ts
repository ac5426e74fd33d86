import { findNearest } from '../domain/find-nearest.ts';

/**
 * Names of the IANA database that `Intl.supportedValuesOf` leaves out: old names that are links now, new names for
 * which ICU still uses the old ones, offsets and abbreviations. Intl accepts them in any case and returns another
 * name, so it can't check the spelling. Source: IANA time zone database 2026, without `Factory`.
 */
const unlisted: Readonly<Record<string, string>> = {
  '': `
    CET CST6CDT Cuba EET Egypt Eire EST EST5EDT GB GB-Eire GMT GMT-0 GMT+0 GMT0 Greenwich Hongkong HST
    Iceland Iran Israel Jamaica Japan Kwajalein Libya MET MST MST7MDT Navajo NZ NZ-CHAT Poland
    Portugal PRC PST8PDT ROC ROK Singapore Turkey UCT Universal UTC W-SU WET Zulu`,
  Africa: `
    Asmara Timbuktu`,
  America: `
    Argentina/Buenos_Aires Argentina/Catamarca Argentina/ComodRivadavia Argentina/Cordoba
    Argentina/Jujuy Argentina/Mendoza Atikokan Atka Ensenada Fort_Wayne Indiana/Indianapolis
    Kentucky/Louisville Knox_IN Montreal Nipigon Nuuk Pangnirtung Porto_Acre Rainy_River Rosario
    Santa_Isabel Shiprock Thunder_Bay Virgin Yellowknife`,
  Antarctica: `
    South_Pole`,
  Asia: `
    Ashkhabad Choibalsan Chongqing Chungking Dacca Harbin Ho_Chi_Minh Istanbul Kashgar Kathmandu
    Kolkata Macao Tel_Aviv Thimbu Ujung_Pandang Ulan_Bator Yangon`,
  Atlantic: `
    Faroe Jan_Mayen`,
  Australia: `
    ACT Canberra Currie LHI North NSW Queensland South Tasmania Victoria West Yancowinna`,
  Brazil: `
    Acre DeNoronha East West`,
  Canada: `
    Atlantic Central Eastern Mountain Newfoundland Pacific Saskatchewan Yukon`,
  Chile: `
    Continental EasterIsland`,
  Etc: `
    GMT GMT-0 GMT-1 GMT-2 GMT-3 GMT-4 GMT-5 GMT-6 GMT-7 GMT-8 GMT-9 GMT-10 GMT-11 GMT-12 GMT-13 GMT-14
    GMT+0 GMT+1 GMT+2 GMT+3 GMT+4 GMT+5 GMT+6 GMT+7 GMT+8 GMT+9 GMT+10 GMT+11 GMT+12 GMT0 Greenwich
    UCT Universal UTC Zulu`,
  Europe: `
    Belfast Kyiv Nicosia Tiraspol Uzhgorod Zaporozhye`,
  Mexico: `
    BajaNorte BajaSur General`,
  Pacific: `
    Chuuk Johnston Kanton Pohnpei Samoa Yap`,
  US: `
    Alaska Aleutian Arizona Central East-Indiana Eastern Hawaii Indiana-Starke Michigan Mountain
    Pacific Samoa`,
};

/** The time zone names that EventBridge Scheduler accepts, in its spelling. */
export function listZoneNames(): string[] {
  const others = Object.entries(unlisted).flatMap(([area, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => (area === '' ? name : `${area}/${name}`)),
  );
  return [...Intl.supportedValuesOf('timeZone'), ...others];
}

/** The name that was probably meant; null when none is similar. */
export function findMeantZone(text: string): string | null {
  const names = listZoneNames();
  const spelled = names.find((name) => name.toLowerCase() === text.trim().toLowerCase());
  if (spelled !== undefined) return spelled;
  // A three-letter abbreviation is similar to many names, so ask Intl for its meaning instead.
  const nearest = findNearest(
    text,
    names.filter((name) => name.includes('/')),
  );
  const taken = nearest === null ? readByIntl(text) : null;
  return taken !== null && names.includes(taken) ? taken : nearest;
}

/** Intl accepts names that the Scheduler does not: `PST`, `SystemV/EST5`, `+02:00`. */
function readByIntl(text: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
