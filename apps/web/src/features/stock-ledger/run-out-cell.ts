import type { Formats } from '#charts/value-format.ts'
import type { Cell } from '#contract/reports.ts'
import { addDays } from '#domain/ranges/local-day.ts'
import { SOON_WEEKS } from '#domain/run-out.ts'
import type { GridCell } from '#ui/data-grid/grid-types.ts'

const READ = ['free', 'weeksOnHand', 'runOutDate', 'runOutEarliest', 'runOutLatest']
/** So far ahead, a day would claim to be exact. */
const FAR_WEEKS = 13

/** When the stock of a row runs out, with the likely range below, or how much is missing; null where the row does not say. */
export const runOutCell = (
  columns: readonly { readonly columnId: string }[],
  row: readonly Cell[],
  formats: Formats,
): GridCell | null => {
  const [free, weeks, day, from, until] = READ.map(
    (name) => row[columns.findIndex(({ columnId }) => columnId === name)],
  )
  if (typeof free === 'number' && free < 0)
    return { text: `Short ${formats.value(Math.ceil(-free), 'integer')}`, verdict: 'bad' }
  if (typeof weeks !== 'number' || typeof day !== 'string' || typeof from !== 'string') return null
  if (weeks <= 0) return { text: 'None free', verdict: 'warning' }
  const isFar = weeks > FAR_WEEKS
  const write = isFar ? formats.month : formats.day
  const range =
    typeof until === 'string' ? formats.range(from, addDays(until, 1), isFar ? 'months' : 'short') : `${write(from)} on`
  return { text: write(day, 'full'), note: range, ...(weeks < SOON_WEEKS ? { verdict: 'warning' } : {}) }
}
