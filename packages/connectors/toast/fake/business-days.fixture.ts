export const ZONE = 'America/Los_Angeles'
export const DAY = 86_400_000
export const HOUR = 3_600_000
/** The hour at which a business day ends. */
const CLOSEOUT = 4

const PARTS = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

const partsOf = (at: number) => {
  const parts = new Map(PARTS.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
  return {
    day: of('year') * 10_000 + of('month') * 100 + of('day'),
    sinceMidnight: (of('hour') * 60 + of('minute')) * 60_000 + of('second') * 1000 + (at % 1000),
  }
}

/** The business day of a time, as Toast writes it. */
export const businessDay = (at: number): number => partsOf(at - CLOSEOUT * HOUR).day

/** When Toast's reports count it: in the last second of the day if it is after midnight. */
export const counted = (at: number): number => {
  const { day, sinceMidnight } = partsOf(at)
  return day === businessDay(at) ? at : at - sinceMidnight - 1000
}

/** Milliseconds since midnight, for placing orders in the hours of a winery. */
export const sinceMidnight = (at: number): number => partsOf(at).sinceMidnight

/** A GUID that is the same in each run. */
export const guid = (kind: string, number: number): string =>
  `${kind.padStart(8, '0')}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
