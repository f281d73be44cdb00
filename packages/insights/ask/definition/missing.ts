import { lowerFirst } from '#domain/text.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import type { Slots } from '../slots/slots.ts'
import { findMeasure, nounList } from './find-columns.ts'

/** What a part of a question lacks on a report type. */
export type Lack =
  | 'measure'
  | 'group'
  | 'filter'
  | 'limit'
  | 'dates'
  | 'ahead'
  | 'forecast'
  | 'comparison'
  | 'share'
  | 'rank'
  | 'purchases'
  | 'alternatives'
  | 'unnamed'

/** Words that a report type has nothing for. */
export interface Missing {
  readonly words: string
  readonly lack: Lack
}

export const missing = (lack: Lack, ...words: readonly string[]): Missing[] =>
  words.map((one) => ({ lack, words: one }))

/** How far a report type is from an answer: what it measures counts most. */
export const missingDistance = (all: readonly Missing[]): number =>
  all.reduce((sum, { lack }) => sum + (lack === 'measure' ? 4 : 1), 0)

/** What the question is about, as the screens call it. */
const missingSubject = (type: ReportType, { measures, list }: Slots): string | null => {
  if (list !== null && nounList(list.noun) !== null) return `A list of ${list.words.toLowerCase()}`
  const found = measures.flatMap((slot) => findMeasure(type, slot) ?? [])
  return found[0]?.calculation?.displayName ?? found[0]?.column.displayName ?? null
}

type Sentence = (subject: string, words: string) => string

const noForecast: Sentence = (subject) =>
  `There is no forecast of ${lowerFirst(subject)} for these dates. Forecasts are of amounts and counts, by whole days, weeks, or months ahead.`

const SENTENCES: Readonly<Partial<Record<Lack, Sentence>>> = {
  group: (subject, words) => `${subject} cannot be grouped by “${words}”.`,
  filter: (subject, words) => `${subject} cannot be limited to “${words}”.`,
  limit: (subject, words) => `${subject} has no amount that “${words}” could apply to.`,
  dates: (subject) => `There are no past values of ${lowerFirst(subject)}: only today’s are known.`,
  ahead: noForecast,
  forecast: noForecast,
  comparison: () => 'A list cannot be compared with another period. Ask for a number instead.',
  share: (subject) => `${subject} has no share of a total, because its parts do not add up.`,
  alternatives: () => 'Values of different columns cannot be combined or compared side by side. Ask for each.',
  purchases: () => 'Conditions on several purchases of one customer cannot be combined.',
}

/** Why a report type cannot answer, in a sentence; null where the words alone say it. */
export const reasonFor = (type: ReportType, slots: Slots, all: readonly Missing[]): string | null => {
  const measured = all.filter(({ lack }) => lack === 'measure')
  if (measured.length > 0) return separateReason(slots, measured)
  const [first] = all
  const subject = missingSubject(type, slots)
  if (first === undefined || subject === null) return null
  return SENTENCES[first.lack]?.(subject, first.words) ?? null
}

/** Measures that no report has together. */
const separateReason = ({ measures, list }: Slots, [first]: readonly Missing[]): string | null => {
  const others = measures.filter(({ words }) => words !== first?.words).map(({ words }) => words)
  if (first === undefined || list !== null || others.length === 0) return null
  return `“${first.words}” and “${others.join('”, “')}” are in different reports. Ask for one of them.`
}
