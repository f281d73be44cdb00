import { NOUNS } from '../language/nouns.ts'
import type { FilterSlot, MeasureSlot, Slots } from './slots.ts'

type Otherwise = NonNullable<(typeof NOUNS)[keyof typeof NOUNS]['otherwise']>

const filterSlot = ({ columnId, comparison, value }: Otherwise['filter'], words: string): FilterSlot => ({
  words,
  filters: [{ ids: [columnId], comparison, value: value ?? null }],
  choices: [],
  isNegated: false,
  isOptional: false,
})

/** The same question about other records that are the same: members in California are customers who are members. */
export const otherwise = (slots: Slots): Slots[] => {
  const named = slots.list?.noun ?? slots.measures.find(({ noun }) => noun !== null)?.noun ?? null
  const other = named === null ? undefined : NOUNS[named].otherwise
  if (named === null || other === undefined) return []
  const { noun, filter } = other
  const replace = (measure: MeasureSlot): MeasureSlot =>
    measure.noun === named ? { ...measure, ids: NOUNS[noun].count, noun } : measure
  return [
    {
      ...slots,
      measures: slots.measures.map(replace),
      filters: [...slots.filters, filterSlot(filter, slots.list?.words ?? named)],
      list: slots.list === null ? null : { ...slots.list, noun },
    },
  ]
}
