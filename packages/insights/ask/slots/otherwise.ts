import { NOUNS } from '../language/nouns.ts'
import { filterSlot, type MeasureSlot, type Slots } from './slots.ts'

/** The same question about other records that are the same: members in California are customers who are members. */
export const otherwise = (slots: Slots): Slots[] => {
  const named = slots.list?.noun ?? slots.measures.find(({ noun }) => noun !== null)?.noun ?? null
  const other = named === null ? undefined : NOUNS[named].otherwise
  if (named === null || other === undefined) return []
  const { noun, filter } = other
  const { columnId, comparison, value = null } = filter
  const replace = (measure: MeasureSlot): MeasureSlot =>
    measure.noun === named ? { ...measure, ids: NOUNS[noun].count, noun } : measure
  return [
    {
      ...slots,
      measures: slots.measures.map(replace),
      filters: [...slots.filters, filterSlot(slots.list?.words ?? named, { ids: [columnId], comparison, value })],
      list: slots.list === null ? null : { ...slots.list, noun },
    },
  ]
}
