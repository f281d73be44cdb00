import type { DataSpan } from '#contract/account.ts'
import { addDays, type LocalDay } from '#domain/ranges/local-day.ts'
import type { CustomRange } from '#domain/ranges/relative-range.ts'

/** Days without orders after which most tiles, which cover up to a month, are empty. */
const RECENT_DAYS = 45

/** Whether the last order is so old that ranges that end today are empty. */
export const isOldData = ({ last }: NonNullable<DataSpan>, today: LocalDay): boolean =>
  addDays(last, RECENT_DAYS) < today

/** The range of all orders. */
export const rangeOfData = ({ first, last }: NonNullable<DataSpan>): CustomRange => ({
  from: first,
  until: addDays(last, 1),
})

/** Whether a range has no day in common with the data. */
export const isOutside = ({ from, until }: CustomRange, { first, last }: NonNullable<DataSpan>): boolean =>
  until <= first || from > last
