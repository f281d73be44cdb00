import { isOfItem } from '../people/deeds.ts'
import { filterSlot, type GroupSlot, type MeasureSlot, type Slots } from './slots.ts'

const BOTTLES = /\b(?:bottles?|btls?|cases?)\b/i

const isOfBottles = ({ ids, words, dividedBy }: MeasureSlot): boolean =>
  [ids, dividedBy?.ids].some((all) => all?.[0] === 'unitsSold') && BOTTLES.test(words)

const isByItem = (group: GroupSlot): boolean =>
  group.kind === 'noun'
    ? group.noun === 'product' || group.noun === 'release'
    : group.kind === 'column' && group.ids.some((id) => isOfItem(id) || id === 'releaseName')

const namesItem = ({ filters, choices }: Slots['filters'][number]): boolean =>
  filters.some(({ ids }) => ids.some(isOfItem)) || choices.some(({ columnId }) => isOfItem(columnId))

/** "How many bottles did we sell", "who bought a case": of wine, and no tastings, where nothing else is named. */
export const bottlesOfWine = (slots: Slots): Slots => {
  const { measures, limits, groups, filters, list } = slots
  const bottles =
    measures.find(isOfBottles) ?? (list === null ? limits.find(({ ids }) => ids?.[0] === 'unitsSold') : undefined)
  if (bottles === undefined || groups.some(isByItem) || filters.some(namesItem)) return slots
  const wine = filterSlot(bottles.words, { ids: ['itemKind'], comparison: 'Equal', value: 'wine' })
  return { ...slots, filters: [...filters, wine] }
}
