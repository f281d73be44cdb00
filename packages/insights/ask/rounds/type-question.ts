import { type AskContext, ask } from '../ask.ts'
import { askChips, questionOf } from '../chips/ask-chips.ts'
import type { Chip, ChipQuestion } from '../chips/chip.ts'
import { type Completion, complete } from '../chips/complete.ts'
import { expectedAsked } from './expected.ts'
import { type Asked, canonicalMeaning, isSameMeaning } from './meaning.ts'
import type { RoundQuestion } from './score.ts'

const meaningOf = ({ label: _, ...meaning }: Chip): string => JSON.stringify(meaning)

/** What somebody who means a chip may type: its label, without the column's name, or with words for its signs. */
const wordsFor = ({ label }: Chip): string[] => {
  const [, value] = label.split(' is ')
  const plain = label.replace(/ (?:items )?with (?:varietal|product|category|experience|sales channel)/, '')
  return [
    label,
    label.replace(' – ', ' to '),
    label.replace(' ÷ ', ' per '),
    plain,
    ...(value === undefined ? [] : [value]),
  ]
}

/** The offer that adds the wanted chip and nothing else. */
const findOffer = (offered: readonly Completion[], wanted: Chip, before: readonly Chip[]): Completion | undefined => {
  const single = offered.filter(({ chips }) => chips.length <= before.length + 1)
  return (
    single.find(({ chips }) => chips.some((chip) => meaningOf(chip) === meaningOf(wanted))) ??
    single.find(({ label, chips }) => label === wanted.label && chips.some(({ kind }) => kind === wanted.kind)) ??
    // a condition on one value is also a choice of values
    single.find(({ label }) => label === wanted.label && (wanted.kind === 'condition' || wanted.kind === 'values'))
  )
}

interface Typed {
  readonly chips: readonly Chip[]
  readonly letters: number
}

/** Types words for a chip until the box offers it; null where it never does. */
const typeChip = (chips: readonly Chip[], wanted: Chip, context: AskContext): Typed | null => {
  let letters = 0
  for (const words of wordsFor(wanted)) {
    for (let typed = 1; typed <= words.length; typed += 1) {
      letters += 1
      const offered = complete({ reportType: null, chips }, { text: words.slice(0, typed), replacing: null }, context)
      const taken = findOffer(offered, wanted, chips)
      if (taken !== undefined) return { chips: taken.chips, letters }
    }
  }
  return null
}

const typeChips = ({ chips: wanted }: ChipQuestion, context: AskContext): Typed | Chip => {
  let all: Typed = { chips: [], letters: 0 }
  for (const chip of wanted) {
    // values of one column are either of them anyway
    const next =
      chip.kind === 'either' ? { chips: [...all.chips, chip], letters: 0 } : typeChip(all.chips, chip, context)
    if (next === null) return chip
    all = { chips: next.chips, letters: all.letters + next.letters }
  }
  return all
}

/** The chips of an expected answer, as a reading that got it right has them, or else its definition. */
const chipsOf = (question: string, wanted: Asked, context: AskContext): ChipQuestion | null => {
  const read = ask(question, context)
  const isRight = (answer: Asked): boolean =>
    isSameMeaning(canonicalMeaning(answer, context.calendar), canonicalMeaning(wanted, context.calendar))
  if ('definition' in read && isRight(read)) return questionOf(read, context)
  const { definition, compare, forecast, histories = [] } = wanted
  if (histories.length > 0) return null
  const number = (value: string | number | boolean | null) => (/^-?\d+$/.test(String(value)) ? Number(value) : value)
  const former = {
    definition: {
      calculations: [],
      dimensionFilters: [],
      columnOrder: [],
      ...definition,
      filters: definition.filters.map((filter) => ({ ...filter, value: number(filter.value) })),
      name: '',
      chart: null,
    },
    ...(compare ? { compare } : {}),
    ...(forecast ? { forecast } : {}),
  }
  return questionOf(former, context)
}

export type TypedOutcome =
  | { readonly outcome: 'right'; readonly letters: number }
  | { readonly outcome: 'noChips' | 'notOffered' | 'other'; readonly at: string }

/** Whether an expected answer of a question can be made of what the box offers; null for a question without one. */
export const typeQuestion = ({ question, expected }: RoundQuestion, context: AskContext): TypedOutcome | null => {
  const wanted = expected.flatMap((one): Asked[] => {
    if (typeof one !== 'string') return [one]
    return /^(?:asks|refuses|\?)/.test(one) ? [] : [expectedAsked(one)]
  })
  let outcome: TypedOutcome | null = null
  for (const one of wanted) {
    const chips = chipsOf(question, one, context)
    if (chips === null) {
      outcome ??= { outcome: 'noChips', at: question }
      continue
    }
    const typed = typeChips(chips, context)
    if ('label' in typed) {
      outcome = { outcome: 'notOffered', at: `${typed.kind} ${typed.label}` }
      continue
    }
    const answer = askChips({ reportType: null, chips: typed.chips }, context)
    const isRight =
      'definition' in answer &&
      isSameMeaning(canonicalMeaning(answer, context.calendar), canonicalMeaning(one, context.calendar))
    if (isRight) return { outcome: 'right', letters: typed.letters }
    outcome = { outcome: 'other', at: typed.chips.map(({ label }) => label).join(' · ') }
  }
  return outcome
}
