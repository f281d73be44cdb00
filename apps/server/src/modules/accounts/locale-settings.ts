import { failFields } from '#contract/errors.ts'

export const DEFAULT_TIME_ZONE = 'America/Los_Angeles'
export const DEFAULT_CURRENCY = 'USD'

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** The culture in BCP 47 form (`en-us` → `en-US`), or null when it is invalid. */
export const canonicalCulture = (culture: string): string | null => {
  try {
    const locale = new Intl.Locale(culture)
    return locale.language ? locale.baseName : null
  } catch {
    return null
  }
}

/** The IANA name of a zone, or null. Fixed offsets (`+02:00`) are rejected, as they have no daylight saving time. */
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

/**
 * Normalizes the given fields to their standards. Errors: `request.invalid` with an entry per invalid field.
 */
export const parseLocale = (
  input: { readonly [Field in keyof LocaleSettings]?: string | undefined },
): Partial<LocaleSettings> => {
  const checked = [
    parseField('culture', input.culture, canonicalCulture, 'This culture is not known'),
    parseField('timeZone', input.timeZone, canonicalTimeZone, 'This time zone is not known'),
    parseField('currency', input.currency, canonicalCurrency, 'This currency is not known'),
  ].filter((one) => one !== null)
  const problems = checked.flatMap(({ field, value, message }) => (value === null ? [{ field, message }] : []))
  if (problems.length > 0) throw failFields('request.invalid', problems)
  return Object.fromEntries(checked.map(({ field, value }) => [field, value]))
}

const parseField = (
  field: keyof LocaleSettings,
  given: string | undefined,
  canonical: (text: string) => string | null,
  message: string,
) => (given === undefined ? null : { field, value: canonical(given), message })

/** Fills in the default zone and currency. Errors: those of `parseLocale`. */
export const withLocaleDefaults = (input: LocaleInput): LocaleSettings => ({
  culture: input.culture,
  timeZone: DEFAULT_TIME_ZONE,
  currency: DEFAULT_CURRENCY,
  ...parseLocale(input),
})
