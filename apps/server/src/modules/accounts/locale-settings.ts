import { failFields } from '#contract/errors.ts'

export const DEFAULT_TIME_ZONE = 'America/Los_Angeles'
export const DEFAULT_CURRENCY = 'USD'

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** The culture as BCP 47 writes it (`en-us` → `en-US`), or null when it is not one. */
export const canonicalCulture = (culture: string): string | null => {
  try {
    const locale = new Intl.Locale(culture)
    return locale.language ? locale.baseName : null
  } catch {
    return null
  }
}

/** The IANA name of a zone, or null. Fixed offsets (`+02:00`) are no zones: they have no summer time. */
export const canonicalTimeZone = (timeZone: string): string | null => {
  if (/^[+-]/.test(timeZone)) return null
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** ISO 4217 in capitals, or null. */
export const canonicalCurrency = (currency: string): string | null => {
  const code = currency.toUpperCase()
  return CURRENCIES.has(code) ? code : null
}

export interface LocaleSettings {
  readonly culture: string
  readonly timeZone: string
  readonly currency: string
}

interface LocaleInput {
  readonly culture: string
  readonly timeZone?: string | undefined
  readonly currency?: string | undefined
}

/** Zone and currency have defaults; what is given must exist. Errors: `request.invalid` with an entry a bad field. */
export const localeSettings = (input: LocaleInput): LocaleSettings => {
  const culture = canonicalCulture(input.culture)
  const timeZone = canonicalTimeZone(input.timeZone ?? DEFAULT_TIME_ZONE)
  const currency = canonicalCurrency(input.currency ?? DEFAULT_CURRENCY)
  if (culture && timeZone && currency) return { culture, timeZone, currency }
  throw failFields('request.invalid', [
    ...(culture ? [] : [{ field: 'culture', message: 'This culture is not known' }]),
    ...(timeZone ? [] : [{ field: 'timeZone', message: 'This time zone is not known' }]),
    ...(currency ? [] : [{ field: 'currency', message: 'This currency is not known' }]),
  ])
}
