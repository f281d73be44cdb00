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

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** ISO 4217 in capitals, or null. */
export const canonicalCurrency = (currency: string): string | null => {
  const code = currency.toUpperCase()
  return CURRENCIES.has(code) ? code : null
}
