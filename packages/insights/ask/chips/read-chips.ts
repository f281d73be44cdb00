import { fixedRangeText } from '#domain/ranges/relative-range.ts'
import type { Account } from '../interpret.ts'
import { NOUNS } from '../language/nouns.ts'
import { readPeople } from '../people/read-people.ts'
import { canBeGrouped } from '../slots/roles.ts'
import type { ColumnFilter, Tag } from '../tag/tag.ts'
import { tagQuestion } from '../tag/tag-question.ts'
import type { Token } from '../text/token.ts'
import type { Chip, ChipMeaning } from './chip.ts'
import { chipLabel } from './chip-label.ts'
import { columnFinder } from './column-finder.ts'

/** What the words before a chip say of it. */
interface Before {
  readonly isGroup: boolean
  readonly isNegated: boolean
}

const NOTHING: Before = { isGroup: false, isNegated: false }

const condition = ({ ids, comparison, value }: ColumnFilter, isNegated: boolean): ChipMeaning | null => {
  const [columnId = ''] = ids
  if (comparison === 'Equal' && typeof value === 'string')
    return { kind: 'values', columnId, values: [value], exclude: isNegated }
  return isNegated ? null : { kind: 'condition', columnId, comparison, value }
}

/** Chips for one tag; null where it means something only in its sentence. */
const chipsOfTag = (tag: Tag, { isGroup, isNegated }: Before): readonly (ChipMeaning | null)[] => {
  switch (tag.kind) {
    case 'measure': {
      if (isGroup) return [null]
      const [columnId = ''] = tag.ids
      const [[over], [minus]] = [tag.over ?? [], tag.minus ?? []]
      const { aggregation, per } = tag
      const second = {
        ...(over === undefined ? {} : { over: { columnId: over } }),
        ...(minus === undefined ? {} : { minus: { columnId: minus } }),
      }
      return [{ kind: 'measure', columnId, aggregation, per, ...second }]
    }
    case 'dimension':
      return [{ kind: 'group', columnId: tag.ids[0] ?? '' }]
    case 'grain':
      return [{ kind: 'grain', grain: tag.grain }]
    case 'noun':
      if (isGroup) return [canBeGrouped(tag.noun) ? { kind: 'groupNoun', noun: tag.noun } : null]
      return [{ kind: 'measure', columnId: NOUNS[tag.noun].count[0] ?? '' }]
    case 'filter':
      return isNegated && tag.filters.length > 1 ? [null] : tag.filters.map((one) => condition(one, isNegated))
    case 'value': {
      const [choice] = tag.choices
      return [choice === undefined ? null : { kind: 'values', ...choice, exclude: isNegated }]
    }
    case 'limit':
      return tag.unit === 'days' || tag.unit === 'times'
        ? [null]
        : [{ kind: 'limit', columnId: null, comparison: tag.comparison, value: tag.value, ofRecords: false }]
    case 'days':
      return [
        {
          kind: 'range',
          range: tag.part === 'before' ? `/${tag.days.until}` : (tag.days.named ?? fixedRangeText(tag.days)),
        },
      ]
    case 'compare':
      // which "last year" is, the dates decide
      return [tag.mode === null || tag.mode === 'lastYear' ? null : { kind: 'compare', mode: tag.mode }]
    case 'rank':
      return [{ kind: 'order', direction: tag.direction, top: tag.count, byDate: tag.of === 'date' }]
    default:
      return [null]
  }
}

/** "TX or FL": either of the values of one column, which they are as chips anyway. */
const areOfOneColumn = (chips: readonly Chip[]): boolean =>
  new Set(chips.map((one) => (one.kind === 'values' && !one.exclude ? one.columnId : one.kind))).size === 1

/** The words as chips, where each of them is one by itself; null for a sentence, which is read as a whole. */
export const readChips = (tokens: readonly Token[], account: Account): Chip[] | null => {
  const { lexicon, calendar, customFields } = account
  const [likeliest] = tagQuestion(tokens, lexicon, calendar)
  if (likeliest === undefined || likeliest.unknown.length > 0) return null
  const find = columnFinder(customFields)
  const said = readPeople(likeliest, calendar)
  if (said?.hasSubject === false)
    return said.histories.map(({ condition: one }) => {
      const meaning: ChipMeaning = { kind: 'history', ...one }
      return { ...meaning, label: chipLabel(meaning, find) }
    })
  const chips: Chip[] = []
  let before = NOTHING
  let isEither = false
  for (const { tag } of likeliest.parts) {
    if (tag.kind === 'stop') continue
    if (tag.kind === 'key') {
      if (!['by', 'per', 'not', 'and', 'or', 'with', 'from'].includes(tag.key)) return null
      isEither ||= tag.key === 'or'
      before = { isGroup: tag.key === 'by' || tag.key === 'per', isNegated: tag.key === 'not' }
      continue
    }
    for (const meaning of chipsOfTag(tag, before)) {
      if (meaning === null) return null
      chips.push({ ...meaning, label: chipLabel(meaning, find) })
    }
    before = NOTHING
  }
  return isEither && !areOfOneColumn(chips) ? null : chips
}
