import type { PeriodType } from '#domain/ranges/relative-range.ts'

/** The bucket of a period: days of a week or month, weeks of a quarter, months of a year. */
const BUCKETS: Readonly<Record<PeriodType, string>> = {
  wtd: 'orderDay',
  mtd: 'orderDay',
  qtd: 'orderWeek',
  ytd: 'orderMonth',
}

export const bucketOf = (periodType: PeriodType): string => BUCKETS[periodType]
