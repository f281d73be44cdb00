import type { AskContext } from '../ask.ts'
import type { Account } from '../interpret.ts'
import { normalizePhrase, tokenize } from '../text/token.ts'
import { buildChips, chipAccount } from './ask-chips.ts'
import { type Chip, type ChipKind, type ChipQuestion, withChip } from './chip.ts'
import { chipLabel } from './chip-label.ts'
import { buildChoices, type Choice } from './choices.ts'
import { columnFinder } from './column-finder.ts'
import { readChips } from './read-chips.ts'
import { typedChips } from './typed-chips.ts'

/** What a question can go on with. */
export interface Completion {
  /** what is added, as its chips say it */
  readonly label: string
  /** what kind of thing it is: `Measure`, `Dates`, the column of a value */
  readonly about: string
  /** the whole question with it */
  readonly chips: readonly Chip[]
}

export interface Typed {
  /** how often questions before had a chip, by its label; default: never */
  readonly uses?: ReadonlyMap<string, number>
  /** what is typed after the chips; may be empty */
  readonly text: string
  /** index of the chip that is replaced; null: the text goes on after the last one */
  readonly replacing: number | null
}

const MOST_SHOWN = 8
/** Words at the end of the text that may begin a name. */
const MOST_WORDS = 6
/** Choices of the best fit that are tried for an answer. */
const MOST_TRIED = 24

const GROUPS: readonly ChipKind[] = ['group', 'grain', 'groupNoun']
const SUBJECTS: readonly ChipKind[] = ['measure', 'list']
const FILTERS: readonly ChipKind[] = ['values', 'condition', 'limit', 'history']

/** What a word before a name says of it. */
const LEADS: readonly { readonly words: RegExp; readonly kinds: readonly ChipKind[]; readonly excludes?: true }[] = [
  { words: /^(?:by|per|each|for each)$/, kinds: GROUPS },
  { words: /^(?:vs|versus|compare|compared|compared (?:with|to)|compare (?:with|to))$/, kinds: ['compare'] },
  { words: /^(?:not|without|except|excluding|no)$/, kinds: ['values'], excludes: true },
  { words: /^(?:list|list of|show|show me)$/, kinds: ['list', 'measure'] },
  { words: /^(?:how many|how much|number of)$/, kinds: ['measure'] },
  {
    words: /^(?:in|during|for|from|at|to|of|only|with|and|the|in the|at the|for the|from the)$/,
    kinds: ['range', 'values', 'condition', 'measure', 'list'],
  },
]

interface Search {
  /** begins the name; empty: anything */
  readonly query: string
  readonly kinds: readonly ChipKind[] | null
  readonly excludes: boolean
  /** chips for the words before */
  readonly before: readonly Chip[]
}

/** The ways to divide the text into what is said already and the beginning of a name, those with the longest name first. */
const searchesFor = (text: string, account: Account): Search[] => {
  const tokens = tokenize(text)
  const isWordEnded = /\s$/.test(text)
  const first = Math.max(0, tokens.length - MOST_WORDS)
  return tokens.slice(first).flatMap((_, offset): Search[] => {
    const at = first + offset
    const isLed = LEADS.some(({ words }) => words.test(tokens[at - 1]?.text ?? ''))
    const before = at === 0 ? [] : isLed ? null : readChips(tokens.slice(0, at), account)
    if (before === null) return []
    const words = tokens.slice(at).map((one) => one.text)
    const whole: Search = { query: words.join(' '), kinds: null, excludes: false, before }
    const led = [1, 2].flatMap((count): Search[] => {
      const lead = LEADS.find((one) => one.words.test(words.slice(0, count).join(' ')))
      const isOpen = words.length > count || (words.length === count && isWordEnded)
      if (lead === undefined || !isOpen) return []
      return [{ query: words.slice(count).join(' '), kinds: lead.kinds, excludes: lead.excludes === true, before }]
    })
    return led.some(({ query }) => query === '') ? led : [...led, whole]
  })
}

/**
 * How well the name of a choice fits, 0 to 4: its beginning was typed, or that of another name, or beginnings of its words; the more
 * of the name, the better.
 */
const matchOf = ({ phrases, text }: Choice, query: string): number => {
  if (query === '') return 1
  const words = query.split(' ')
  if (!words.every((word) => text.includes(word))) return 0
  const [name = '', ...others] = phrases
  const share = (phrase: string): number => query.length / phrase.length
  if (name.startsWith(query)) return 3 + share(name)
  const begun = others.filter((phrase) => phrase.startsWith(query))
  if (begun.length > 0) return 2.8 + Math.max(...begun.map(share))
  const held = phrases.find((phrase) => phrase.includes(` ${query}`))
  if (held !== undefined) return 1 + share(held) / 2
  const own = name.split(' ')
  return words.length > 1 && words.every((word) => own.some((one) => one.startsWith(word))) ? 1 : 0
}

const excluded = (chip: Chip, { customFields = [] }: AskContext): Chip => {
  if (chip.kind !== 'values') return chip
  const meaning = { ...chip, exclude: true }
  return { ...meaning, label: chipLabel(meaning, columnFinder(customFields)) }
}

/** What was asked for before comes before what fits alike; more often than this says no more. */
const MOST_USES = 2
const POINTS_A_USE = 4

/** Places that weigh as much as one point of fit. */
const PLACES_A_POINT = 8

interface Found {
  readonly choice: Choice
  readonly search: Search
  readonly score: number
}

/** What comes next in most questions: a subject, then dates and groups, then the rest. */
const NEXT: readonly (readonly ChipKind[])[] = [
  SUBJECTS,
  [...GROUPS, 'range'],
  [...FILTERS, 'compare'],
  ['order', 'forecast', 'share', 'change', 'either'],
]

const stageOf = ({ kind }: Chip, chips: readonly Chip[]): number => {
  const hasSubject = chips.some((one) => SUBJECTS.includes(one.kind))
  const stage = NEXT.findIndex((kinds) => kinds.includes(kind))
  return hasSubject && SUBJECTS.includes(kind) ? NEXT.length : stage
}

const findChoices = (
  choices: readonly Choice[],
  searches: readonly Search[],
  chips: readonly Chip[],
  uses: ReadonlyMap<string, number> = new Map(),
): Found[] => {
  const found = new Map<Choice, Found>()
  for (const search of searches) {
    const said = [...chips, ...search.before]
    const labels = new Set(said.map(({ label }) => label))
    for (const choice of choices) {
      if (search.kinds !== null && !search.kinds.includes(choice.chip.kind)) continue
      const match = matchOf(choice, search.query)
      if (match === 0 || labels.has(choice.chip.label)) continue
      const words = search.query === '' ? 0 : search.query.split(' ').length
      const used = Math.min(MOST_USES, uses.get(choice.chip.label) ?? 0) * POINTS_A_USE
      const score = match * 10 + words * 8 + used - stageOf(choice.chip, said) * 2 - choice.place / PLACES_A_POINT
      const known = found.get(choice)
      if (known === undefined || known.score < score) found.set(choice, { choice, search, score })
    }
  }
  return [...found.values()].toSorted((a, b) => b.score - a.score)
}

/** Whether chips without a subject may still become a question, or those with one are answered. */
const isPossible = (question: ChipQuestion, account: Account): boolean =>
  !question.chips.some(({ kind }) => SUBJECTS.includes(kind)) || 'answer' in buildChips(question, account)

const addAll = (chips: readonly Chip[], added: readonly Chip[]): Chip[] =>
  added.reduce<Chip[]>((all, one) => withChip(all, one), [...chips])

const labelOf = (added: readonly Chip[]): string => added.map(({ label }) => label).join(' · ')

/** Of the same kind as a chip: other channels for a channel, other dates for dates. */
const isAlike = (chip: Chip, { chip: other }: Choice): boolean => {
  if (chip.kind === 'values' || chip.kind === 'condition')
    return (other.kind === 'values' || other.kind === 'condition') && other.columnId === chip.columnId
  const kinds = [SUBJECTS, GROUPS, ['range', 'forecast'] as const].find((all) =>
    (all as readonly ChipKind[]).includes(chip.kind),
  )
  return kinds === undefined ? other.kind === chip.kind : (kinds as readonly ChipKind[]).includes(other.kind)
}

const replacements = (
  question: ChipQuestion,
  at: number,
  text: string,
  choices: readonly Choice[],
  account: Account,
): Completion[] => {
  const { chips } = question
  const chip = chips[at]
  if (chip === undefined) return []
  const query = normalizePhrase(text)
  return choices
    .filter((one) => isAlike(chip, one) && one.chip.label !== chip.label)
    .map((choice) => ({ choice, score: matchOf(choice, query) * 10 - choice.place / PLACES_A_POINT }))
    .filter(({ choice }) => matchOf(choice, query) > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_TRIED)
    .map(({ choice: { chip: other, about } }) => ({
      label: other.label,
      about,
      chips: chips.map((one, index) => (index === at ? other : one)),
    }))
    .filter((one) => isPossible({ ...question, chips: one.chips }, account))
    .slice(0, MOST_SHOWN)
}

/** The text as it is, where all of it is chips: "over $500 last month", "total over 500". */
const asTyped = (question: ChipQuestion, text: string, account: Account): Completion[] => {
  if (text.trim() === '') return []
  const { customFields } = account
  const find = columnFinder(customFields)
  const named = typedChips(text, customFields).map((one): Chip => ({ ...one, label: chipLabel(one, find) }))
  const added = readChips(tokenize(text), account) ?? []
  return [...named.map((one) => [one]), ...(added.length === 0 ? [] : [added])].map((chips) => ({
    label: labelOf(chips),
    about: chips.length > 1 ? 'As typed' : aboutOf(chips),
    chips: addAll(question.chips, chips),
  }))
}

const ABOUT: Readonly<Partial<Record<ChipKind, string>>> = {
  measure: 'Measure',
  list: 'List',
  range: 'Dates',
  compare: 'Comparison',
  order: 'Order',
  limit: 'Limit',
}

const aboutOf = ([chip]: readonly Chip[]): string => {
  if (chip === undefined) return ''
  return ABOUT[chip.kind] ?? (GROUPS.includes(chip.kind) ? 'Group' : 'Filter')
}

/** All that was typed is the beginning of its name. */
const isBeginning = ({ choice, search }: Found): boolean =>
  search.before.length === 0 && search.kinds === null && search.query !== '' && matchOf(choice, search.query) >= 2.8

/**
 * What the question can go on with, best first: only what has an answer. Nothing typed: what most questions say next.
 */
export const complete = (
  question: ChipQuestion,
  { text, replacing, uses }: Typed,
  context: AskContext,
): Completion[] => {
  const account = chipAccount(context)
  const choices = choicesFor(context)
  if (replacing !== null) return replacements(question, replacing, text, choices, account)
  const searches =
    text.trim() === '' ? [{ query: '', kinds: null, excludes: false, before: [] }] : searchesFor(text, account)
  const found = findChoices(choices, searches, question.chips, uses).slice(0, MOST_TRIED)
  // "last mon" is the beginning of a name before it is a Monday
  const [begun, others] = [found.filter(isBeginning), found.filter((one) => !isBeginning(one))]
  const completionOf = ({ choice, search }: Found): Completion => {
    const added = [...search.before, search.excludes ? excluded(choice.chip, context) : choice.chip]
    return { label: labelOf(added), about: choice.about, chips: addAll(question.chips, added) }
  }
  const completions: Completion[] = []
  for (const one of [...begun.map(completionOf), ...asTyped(question, text, account), ...others.map(completionOf)]) {
    if (completions.length >= MOST_SHOWN) break
    const isNew = !completions.some(({ label, about }) => label === one.label && about === one.about)
    if (isNew && isPossible({ ...question, chips: one.chips }, account)) completions.push(one)
  }
  return completions
}

interface Known {
  /** as JSON: an account's list is another object in each request */
  readonly fields: string
  readonly today: string
  readonly hasPlan: boolean
  readonly choices: readonly Choice[]
}

/** The last choices of each index of values: one person types letter after letter. */
const known = new WeakMap<AskContext['values'], Known>()

const choicesFor = ({ values, calendar, customFields }: AskContext): readonly Choice[] => {
  const last = known.get(values)
  const fields = JSON.stringify(customFields ?? [])
  const hasPlan = (calendar.plan ?? []).length > 0
  const isSame = last?.fields === fields && last.today === calendar.today && last.hasPlan === hasPlan
  if (isSame) return last.choices
  const choices = buildChoices(values, customFields ?? [], calendar)
  known.set(values, { fields, today: calendar.today, hasPlan, choices })
  return choices
}
