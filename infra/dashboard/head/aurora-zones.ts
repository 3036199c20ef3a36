/** The zones that the parameter `time_zone` of Aurora MySQL accepts, as AWS lists them for local time zones of clusters. */
const ZONES: Readonly<Record<string, string>> = {
  Africa: 'Cairo Casablanca Harare Monrovia Nairobi Tripoli Windhoek',
  America:
    'Araguaina Asuncion Bogota Caracas Chihuahua Cuiaba Denver Fortaleza Guatemala Halifax Manaus Matamoros Monterrey Montevideo Phoenix Santiago Tijuana',
  Asia: 'Amman Ashgabat Baghdad Baku Bangkok Beirut Calcutta Damascus Dhaka Irkutsk Jerusalem Kabul Karachi Kathmandu Krasnoyarsk Magadan Muscat Novosibirsk Riyadh Seoul Shanghai Singapore Taipei Tehran Tokyo Ulaanbaatar Vladivostok Yakutsk Yerevan',
  Atlantic: 'Azores',
  Australia: 'Adelaide Brisbane Darwin Hobart Perth Sydney',
  Brazil: 'East',
  Canada: 'Newfoundland Saskatchewan',
  Europe: 'Amsterdam Athens Dublin Helsinki Istanbul Kaliningrad Moscow Paris Prague Sarajevo',
  Pacific: 'Auckland Fiji Guam Honolulu Samoa',
  US: 'Alaska Central East-Indiana Eastern Pacific',
};

const UTC = 'UTC';

const NAMES = [UTC, ...Object.entries(ZONES).flatMap(([area, list]) => list.split(' ').map((one) => `${area}/${one}`))];

/** Returns the one name of a zone with several names, such as US/Eastern and America/New_York. Undefined for no zone. */
const canonical = (zone: string): string | undefined => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
};

/** Returns US/Eastern for America/New_York. Undefined if Aurora MySQL lacks the zone. */
export const auroraZone = (zone: string): string | undefined => {
  if (NAMES.includes(zone)) return zone;
  const wanted = canonical(zone);
  return wanted === undefined ? undefined : NAMES.find((name) => canonical(name) === wanted);
};
