import type { PeriodGrain } from '#domain/ranges/relative-range.ts'

/** Words of a language for days; each text holds phrases separated by commas. */
export interface DayLanguage {
  /** January to December, each with its short forms */
  readonly months: readonly string[]
  /** Monday to Sunday, each with its short forms, in the singular */
  readonly weekdays: readonly string[]
  readonly weekend: string
  readonly grains: Readonly<Record<PeriodGrain, string>>
  /** spring, summer, fall, winter */
  readonly seasons: readonly string[]
  /** by the names of `tag/days/holidays.ts` */
  readonly holidays: Readonly<Record<string, string>>
  readonly quarters: readonly string[]
  readonly halves: readonly string[]
  /** first, second, third … */
  readonly ordinals: readonly string[]
  readonly numbers: Readonly<Record<string, number>>
  readonly today: string
  readonly yesterday: string
  readonly tomorrow: string
  readonly dayBeforeYesterday: string
  /** before the word that they refer to, such as "last month"; or after it */
  readonly last: string
  readonly lastAfter: string
  readonly this: string
  readonly thisAfter: string
  readonly next: string
  readonly nextAfter: string
  readonly beforeLast: string
  readonly toDate: string
  readonly ago: string
  /** before the length of time: French "il y a" */
  readonly agoBefore: string
  readonly since: string
  readonly after: string
  readonly before: string
  readonly until: string
  readonly from: string
  readonly to: string
  readonly between: string
  readonly and: string
  readonly of: string
  readonly start: string
  readonly end: string
  /** "the week ending March 8" */
  readonly ending: string
  readonly fiscal: string
  readonly calendarYear: string
  readonly yearAfter: string
  readonly whole: string
  /** named ranges, by the name in definitions */
  readonly named: Readonly<Record<string, string>>
  readonly the: string
}
