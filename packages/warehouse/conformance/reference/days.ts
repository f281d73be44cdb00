const DAY_MS = 86_400_000

const epochOf = (day: string): number => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  // setUTCFullYear accepts years below 100
  return new Date(0).setUTCFullYear(year, month - 1, date)
}

const dayAt = (epoch: number): string => {
  const date = new Date(epoch)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${String(date.getUTCFullYear()).padStart(4, '0')}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
}

export const parseYear = (day: string): number => Number(day.slice(0, 4))
export const parseMonth = (day: string): number => Number(day.slice(5, 7))

export const plusDays = (day: string, count: number): string => dayAt(epochOf(day) + count * DAY_MS)

export const daysFrom = (from: string, until: string): number => (epochOf(until) - epochOf(from)) / DAY_MS

/** Walks month by month; a day that the month lacks becomes its last. */
export const plusMonths = (day: string, count: number): string => {
  const first = new Date(epochOf(`${day.slice(0, 7)}-01`))
  first.setUTCMonth(first.getUTCMonth() + count)
  const start = dayAt(first.getTime())
  first.setUTCMonth(first.getUTCMonth() + 1)
  const length = daysFrom(start, dayAt(first.getTime()))
  return plusDays(start, Math.min(Number(day.slice(8, 10)), length) - 1)
}

/** 1 for Monday to 7 for Sunday. */
export const weekdayNumber = (day: string): number => new Date(epochOf(day)).getUTCDay() || 7

/** True for a day that the calendar has. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && dayAt(epochOf(text)) === text && parseMonth(text) > 0
