import { lookupTable } from './lookup-table.ts'
/** The culture in BCP 47 form (`en-us` → `en-US`), or null when it is invalid. */
export const canonicalCulture = (culture: string): string | null => {
  try {
    const locale = new Intl.Locale(culture)
    return locale.language ? locale.baseName : null
  } catch {
    return null
  }
}

/**
 * Today's names of zones that `Intl` lists by an earlier name, by that name. Both are valid everywhere.
 * Source: the IANA time zone database, file `backward`.
 */
export const RENAMED_TIME_ZONES: Readonly<Record<string, string>> = lookupTable({
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
})

const TODAYS_NAMES = new Map(Object.values(RENAMED_TIME_ZONES).map((name) => [name.toLowerCase(), name]))

/** How names of the database are spelled; other spellings are replaced by the canonical name. */
const IANA_SPELLING = /^[A-Z][A-Za-z]*(\/[A-Z][a-z]+([A-Z][a-z]+)*([_-][A-Za-z][a-z]+)*)*$/

/** A zone's name as given, if it is one of the IANA names of a zone; null if it is none. */
export const normalizeTimeZone = (timeZone: string): string | null => {
  const canonical = canonicalTimeZone(timeZone)
  if (canonical === null || canonical.toLowerCase() === timeZone.toLowerCase()) return canonical
  return TODAYS_NAMES.get(timeZone.toLowerCase()) ?? (IANA_SPELLING.test(timeZone) ? timeZone : canonical)
}

/** Whether two names are of the same zone, such as `Asia/Kolkata` and `Asia/Calcutta`. */
export const isSameTimeZone = (one: string, other: string): boolean =>
  one === other || (canonicalTimeZone(one) ?? one) === (canonicalTimeZone(other) ?? other)

/**
 * The one name that this machine uses for a zone, or null. Fixed offsets (`+02:00`) are rejected, as they have no daylight saving
 * time.
 */
const canonicalTimeZone = (timeZone: string): string | null => {
  if (/^[+-]/.test(timeZone)) return null
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** ISO 4217 in capitals, or null. */
export const canonicalCurrency = (currency: string): string | null => {
  const code = currency.toUpperCase()
  return CURRENCIES.has(code) ? code : null
}

/** ISO 3166 country whose holidays an account keeps: its own, or that of dollars; null: not known. */
export const holidayCountry = (country: string | null | undefined, currency: string): string | null =>
  country ?? (currency === 'USD' ? 'US' : null)
