/** A time zone to choose, as it is at one moment. */
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

const partOf = (format: Intl.DateTimeFormat, now: number): string =>
  format.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? ''

const choiceOf = (timeZone: string, now: number, culture: string): TimeZoneChoice => {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(culture, { timeZone, ...options })
  return {
    value: timeZone,
    label: readable(timeZone),
    name: partOf(format({ timeZoneName: 'long' }), now),
    offset: partOf(format({ timeZoneName: 'shortOffset' }), now),
    time: format({ hour: 'numeric', minute: '2-digit', weekday: 'short' }).format(now),
  }
}

/** Every zone that the browser knows, and `present`, which may go by an older name. `now` in epoch milliseconds. */
export const timeZoneChoices = (present: string, now: number, culture: string): TimeZoneChoice[] => {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', present])
  return [...zones].toSorted().map((zone) => choiceOf(zone, now, culture))
}

/** Every word must occur in the zone's place, name or offset. */
export const matchesZone = ({ label, name, offset }: TimeZoneChoice, search: string): boolean => {
  const text = `${label} ${name} ${offset}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/[\s/_]+/)
    .every((word) => text.includes(word))
}
