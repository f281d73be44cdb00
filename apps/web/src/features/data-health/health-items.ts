import type { DataHealthItem } from '#contract/visits.ts'
import { formatCount } from '#web/app/format.ts'

export type Severity = DataHealthItem['severity']

const ORDER: readonly Severity[] = ['bad', 'notice', 'good']

/** Sorted by severity, then by share of affected records. */
export const byUrgency = (items: readonly DataHealthItem[]): DataHealthItem[] =>
  items.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) || shareOf(b) - shareOf(a))

const shareOf = ({ count, of }: DataHealthItem): number => (of === 0 ? 0 : count / of)

/** "312 of 20,410 (1.5%)"; a nonzero share is never shown as 0%. */
export const countText = (item: DataHealthItem, culture?: string): string => {
  const { count, of } = item
  const counts = `${formatCount(count, culture)} of ${formatCount(of, culture)}`
  if (count === 0 || of === 0) return counts
  const share = shareOf(item)
  const format = new Intl.NumberFormat(culture, { style: 'percent', maximumFractionDigits: 1 })
  return `${counts} (${share < 0.001 ? `less than ${format.format(0.001)}` : format.format(share)})`
}
