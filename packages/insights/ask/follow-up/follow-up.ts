import { lookupTable } from '#domain/lookup-table.ts'
import { ANSWER_CHANGES, type AnswerChange } from '#domain/report-terms.ts'
import { findColumn, findReportType } from '#semantic/catalog/catalog.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import type { Chip } from '../chips/chip.ts'
import { chipSlots } from '../chips/chip-slots.ts'
import { definitionChips, type Former } from '../chips/definition-chips.ts'
import type { Answerable, AskedDefinition } from '../definition/answerable.ts'
import { candidateTypes } from '../definition/candidate-types.ts'
import { explain } from '../explain.ts'
import {
  type Account,
  type Built,
  buildOrForesee,
  type Candidate,
  clean,
  fewer,
  type Interpretation,
  type Refusal,
} from '../interpret.ts'
import type { Slots } from '../slots/slots.ts'
import type { Token } from '../text/token.ts'
import { applyChange } from './apply-change.ts'
import type { Shown } from './phrases.ts'
import { type Change, readChanges } from './read-change.ts'

/** An answer that can be followed up. */
export interface FormerAnswer {
  readonly chips: readonly Chip[]
  readonly slots: Slots
  /** set where the usual report type for the slots is another one */
  readonly type: ReportType | null
  /** how its rows are shown, if it is not the usual way */
  readonly shown: Shown | null
}

interface FollowUpCandidate extends Candidate {
  readonly changes: readonly AnswerChange[]
}

export interface FollowUp extends Omit<Interpretation, 'candidates'> {
  readonly candidates: readonly FollowUpCandidate[]
  /** the words have no meaning of their own, or say that they continue */
  readonly isMeant: boolean
}

type Decisive = Pick<
  AskedDefinition,
  | 'columns'
  | 'filters'
  | 'filterOperator'
  | 'dimensionFilters'
  | 'history'
  | 'groupColumns'
  | 'relativeDateFilter'
  | 'top'
  | 'calculations'
>

const isAhead = ({ forecast }: Pick<Answerable, 'forecast'>): string => JSON.stringify(forecast ?? null)

const sorted = (all: readonly unknown[]): string[] => all.map((one) => JSON.stringify(one)).toSorted()

/** What decides the numbers of a definition. */
const serializeDefinition = (definition: Decisive): string => {
  const { columns, filters, filterOperator, dimensionFilters, groupColumns, relativeDateFilter, top } = definition
  const { calculations, history = [] } = definition
  return JSON.stringify([
    sorted(columns.map(({ columnId, aggregation }) => [columnId, aggregation])),
    sorted(filters.map(({ columnId, comparison, value, appliesTo }) => [columnId, comparison, value, appliesTo])),
    filterOperator,
    sorted(history.map(({ of, which, filters: own, dates, count }) => [of, which, own, dates, count])),
    sorted(dimensionFilters.map(({ columnId, values, exclude }) => [columnId, values, exclude])),
    groupColumns,
    relativeDateFilter === null ? null : [relativeDateFilter.relativeRange, relativeDateFilter.columnName],
    top,
    sorted(calculations.map(({ columnId }) => columnId)),
  ])
}

const usualKind = (chart: { readonly kind: string } | null): string => chart?.kind ?? 'none'

const KINDS: Readonly<Record<string, Shown>> = lookupTable({
  none: 'table',
  line: 'line',
  bar: 'bar',
  stackedBar: 'bar',
  pie: 'pie',
})

/**
 * An answer as one that can be followed up; null where its chips do not say all of it, which a follow-up would lose.
 */
export const readFormer = (former: Former, account: Account): FormerAnswer | null => {
  const { definition } = former
  const type = findReportType(definition.reportType, account.customFields)
  const chips = type === null ? null : definitionChips(type, former)
  if (type === null || chips === null) return null
  const slots = chipSlots(chips, account.calendar, (id) => findColumn(type, id))
  const isSame = (one: Built): one is Candidate =>
    'answer' in one &&
    one.type.reportType === type.reportType &&
    isAhead(one.answer) === isAhead(former) &&
    serializeDefinition(one.answer.definition) === serializeDefinition(definition)
  const usual = buildOrForesee(slots, account)
  const built = isSame(usual) ? usual : buildOrForesee(slots, account, [type])
  if (!isSame(built)) return null
  const isUsual = usualKind(definition.chart) === usualKind(built.answer.definition.chart)
  const shown = isUsual ? null : (KINDS[usualKind(definition.chart)] ?? null)
  return { chips, slots, type: built === usual ? null : type, shown }
}

/** The definition shown in another way; null where it cannot be. */
const showAs = (definition: AskedDefinition, shown: Shown | null): AskedDefinition | null => {
  const { chart } = definition
  if (shown === null) return definition
  if (shown === 'table') return { ...definition, chart: null }
  if (chart === null) return null
  if (shown === 'chart') return definition
  const isStacked = chart.kind === 'stackedBar'
  if (isStacked) return shown === 'bar' ? definition : null
  return { ...definition, chart: { ...chart, kind: shown } }
}

const NO_CHART = 'This answer has no such chart. Group it by one thing, such as “by month”.'

const changesOf = ({ named, shown, plain, moved, freed }: Change): AnswerChange[] => {
  const isWhy = named.intent === 'why'
  const has: Readonly<Record<AnswerChange, boolean>> = {
    measure: named.measures.length > 0 || plain === 'count',
    groups: named.groups.length > 0 || plain === 'noGroups',
    filters: named.filters.length > 0 || plain === 'noFilters' || freed.length > 0,
    limits: named.limits.length > 0,
    dates: (named.range !== null && !isWhy) || moved !== null || plain === 'noRange',
    comparison: (named.compare !== null && !isWhy) || plain === 'noCompare',
    order: named.rank !== null || plain === 'noTop',
    share: named.share !== null || plain === 'share',
    chart: shown !== null,
    reasons: isWhy,
  }
  return ANSWER_CHANGES.filter((name) => has[name])
}

/** What the answer is about, without its dates, which go on. */
const answerName = (type: ReportType, { definition }: Answerable, account: Account): string => {
  const orderColumns = definition.top === null ? [] : definition.orderColumns
  const undated = { ...definition, relativeDateFilter: null, orderColumns }
  return explain(type, { definition: undated }, account.calendar).replace(/\.$/, '')
}

/** Why a change is refused that the former answer has no place for; null where the words alone say it. */
const refusalReason = (slots: Slots, { named, isCompared }: Change): string | null => {
  if (isCompared && named.compare === null)
    return 'These dates can be compared with the period just before them, or with the same dates of the year before.'
  const isOneNumber = slots.groups.length === 0 && slots.list === null
  return named.rank !== null && isOneNumber
    ? 'There is only one number to rank. Name what to rank, such as “top 5 wines”.'
    : null
}

const buildChanged = (
  slots: Slots,
  change: Change,
  { type, shown }: FormerAnswer,
  account: Account,
): FollowUpCandidate | { readonly refusal: Refusal } => {
  if (slots.unmatched.length > 0)
    return { refusal: { words: clean(slots.unmatched), reason: refusalReason(slots, change) } }
  const types = candidateTypes(slots, account.customFields)
  const built = buildOrForesee(slots, account, type === null ? types : [type, ...types])
  if (!('answer' in built))
    return { refusal: { ...built.refusal, reason: built.refusal.reason ?? refusalReason(slots, change) } }
  const changes = changesOf(change)
  if (changes.length === 0) return { refusal: { words: [], reason: null } }
  const { definition } = built.answer
  const drawn = showAs(definition, change.shown ?? shown) ?? (change.shown === null ? definition : null)
  if (drawn === null) return { refusal: { words: [], reason: NO_CHART } }
  const named = { ...drawn, name: answerName(built.type, built.answer, account) }
  return { ...built, answer: { ...built.answer, definition: named }, changes }
}

/** What a question of its own begins with. */
const SENTENCE_WORDS = ['who', 'what', 'which', 'how', 'when', 'where', 'list', 'did', 'do', 'does', 'is', 'are']

/** The words as a change of a former answer; null where they say nothing that could change one. */
export const interpretFollowUp = (
  tokens: readonly Token[],
  former: FormerAnswer,
  account: Account,
): FollowUp | null => {
  const read = readChanges(tokens, former.slots, account)
  if (read.length === 0) return null
  const candidates: FollowUpCandidate[] = []
  let refusal: Refusal | null = null
  let leastCost = Number.POSITIVE_INFINITY
  let isMeant = false
  const isSentence = SENTENCE_WORDS.includes(tokens[0]?.text ?? '')
  for (const one of read) {
    if (!('change' in one)) {
      refusal = fewer(refusal, { words: clean(one.unknown), reason: one.reason })
      if (one === read[0]) break
      continue
    }
    const { change } = one
    isMeant ||= one === read[0] && (change.relation !== null || (change.isElliptical && !isSentence))
    leastCost = Math.min(leastCost, change.named.cost)
    for (const slots of applyChange(former.slots, change, account.calendar)) {
      const built = buildChanged(slots, change, former, account)
      if ('answer' in built) candidates.push({ ...built, cost: slots.cost })
      else refusal = fewer(refusal, built.refusal)
    }
  }
  return { candidates, refusal: refusal ?? { words: [], reason: null }, leastCost, isMeant }
}
