import type { Choice } from './countries.ts'

/** Currencies that come first, as wineries mostly sell in them. */
const COMMON = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'NZD', 'ZAR', 'CHF']

/** Every currency, "USD · US Dollar", the common ones before the others. */
export const currencyChoices = (present: string, culture: string): Choice[] => {
  const names = new Intl.DisplayNames(culture, { type: 'currency' })
  const codes = new Set([...COMMON, ...Intl.supportedValuesOf('currency'), present])
  return [...codes].map((value) => ({ value, label: `${value} · ${names.of(value) ?? value}` }))
}
