import { RENAMED_TIME_ZONES } from '#domain/locale.ts'

/** A selectable time zone with its current offset and time. */
export interface TimeZoneChoice {
  /** IANA */
  readonly value: string
  /** "America / Los Angeles" */
  readonly label: string
  /** "Pacific Standard Time" */
  readonly name: string
  /** "GMT-8" */
  readonly offset: string
  /** "9:30 AM" */
  readonly time: string
}

const readable = (zone: string): string => zone.replaceAll('_', ' ').split('/').join(' / ')

const zoneNamePart = (format: Intl.DateTimeFormat, now: number): string =>
  format.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? ''

const toTimeZoneChoice = (timeZone: string, now: number, culture: string): TimeZoneChoice => {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(culture, { timeZone, ...options })
  return {
    value: timeZone,
    label: readable(timeZone),
    name: zoneNamePart(format({ timeZoneName: 'long' }), now),
    offset: zoneNamePart(format({ timeZoneName: 'shortOffset' }), now),
    time: format({ hour: 'numeric', minute: '2-digit', weekday: 'short' }).format(now),
  }
}

/** Every zone that the browser knows, by its name of today, and `present`, which may be an alias. `now` in epoch milliseconds. */
export const timeZoneChoices = (present: string, now: number, culture: string): TimeZoneChoice[] => {
  const zones = new Set([
    ...Intl.supportedValuesOf('timeZone').map((zone) => RENAMED_TIME_ZONES[zone] ?? zone),
    'UTC',
    present,
  ])
  return [...zones].toSorted().map((zone) => toTimeZoneChoice(zone, now, culture))
}

/** Every word must occur in the zone's place, name or offset. */
export const matchesZone = ({ label, name, offset }: TimeZoneChoice, search: string): boolean => {
  const text = `${label} ${name} ${offset}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/[\s/_]+/)
    .every((word) => text.includes(word))
}

export interface Choice {
  readonly value: string
  readonly label: string
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

// Codes of unions, unassigned regions, and parts of countries without an ISO 3166 code.
const EXCLUDED_CODES = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '))

/** Codes of former countries resolve to their successor's code. */
const isOwnCode = (code: string): boolean => new Intl.Locale(`und-${code}`).region === code

/** All countries by ISO 3166 code, sorted by their name in the culture. */
export const countryChoices = (culture: string): Choice[] => {
  const names = new Intl.DisplayNames(culture, { type: 'region', fallback: 'none' })
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  return codes
    .filter((code) => !EXCLUDED_CODES.has(code) && isOwnCode(code))
    .flatMap((value) => {
      const label = names.of(value)
      return label === undefined ? [] : [{ value, label }]
    })
    .toSorted((a, b) => a.label.localeCompare(b.label, culture))
}

/** Currencies that most wineries use, listed first. */
const COMMON = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'NZD', 'ZAR', 'CHF']

/** Every currency, "USD · US Dollar", common ones first. */
export const currencyChoices = (present: string, culture: string): Choice[] => {
  const names = new Intl.DisplayNames(culture, { type: 'currency' })
  const codes = new Set([...COMMON, ...Intl.supportedValuesOf('currency'), present])
  return [...codes].map((value) => ({ value, label: `${value} · ${names.of(value) ?? value}` }))
}
