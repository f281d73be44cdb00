import type { Token } from '../text/token.ts'
import { readDays } from './days/read-days.ts'
import type { Lexicon } from './lexicon.ts'
import { withFullYear } from './numbers.ts'
import type { AskCalendar } from './pattern.ts'
import { readBirthday } from './read-birthday.ts'
import { readCompare } from './read-compare.ts'
import { readLimit } from './read-limit.ts'
import { readNamedValue } from './read-named-value.ts'
import { readPerson } from './read-person.ts'
import { readRank } from './read-rank.ts'
import { readRelease } from './read-release.ts'
import { readVintage } from './read-vintage.ts'
import { filterTag, type Reading, type TaggedWords } from './tag.ts'

/** One way to read all words of a question. */
export interface TaggedQuestion {
  readonly parts: readonly TaggedWords[]
  /** unknown words as they were typed */
  readonly unknown: readonly string[]
  /** what the data lacks, of known words */
  readonly topics: readonly string[]
  readonly cost: number
}

const MOST_PATHS = 32
/** Paths that are less likely than the best by more than this are dropped. */
const MOST_BEHIND = 3
const UNKNOWN_COST = 20

const readPhrases = (tokens: readonly Token[], at: number, { find, longest }: Lexicon): Reading[] => {
  const readings: Reading[] = []
  let phrase = ''
  for (let length = 1; length <= longest && at + length <= tokens.length; length += 1) {
    // a comma ends a phrase: "sales, orders" are not sales orders
    if (length > 1 && tokens[at + length - 1]?.isApart === true) break
    phrase = length === 1 ? (tokens[at]?.text ?? '') : `${phrase} ${tokens[at + length - 1]?.text}`
    const found = find(phrase)
    for (const { tags, cost } of found.length > 0 ? found : find(withFullYear(phrase)))
      readings.push({ tags, cost, length })
  }
  return readings
}

const PLACES = ['state', 'country']
const PLACE_WORDS = ['from', 'live', 'lives', 'living', 'located', 'ship', 'shipped', 'ships', 'reside']

/** "Where do our orders come from": the rows are places. "Where do we sell most" may ask for channels as well. */
const readWhere = (tokens: readonly Token[], at: number): Reading[] => {
  if (at > 0 || tokens[at]?.text !== 'where' || tokens[1]?.text === 'will') return []
  const isPlace = tokens.some(({ text }) => PLACE_WORDS.includes(text))
  return (isPlace ? [PLACES] : [PLACES, ['channel']]).map((ids) => ({
    tags: [
      { kind: 'key', key: 'which' },
      { kind: 'dimension', ids },
    ],
    length: 1,
    cost: -0.5,
  }))
}

/** A state's code in capitals, if the question is not entirely in capitals. */
const readStateCode = (tokens: readonly Token[], at: number, lexicon: Lexicon): Reading[] => {
  const typed = tokens[at]?.typed ?? ''
  const isShouted = tokens.every((token) => token.typed === token.typed.toUpperCase())
  const isAfterIn = ['in', 'from', 'to'].includes(tokens[at - 1]?.text ?? '')
  const isCode = isAfterIn ? /^[A-Za-z]{2}$/.test(typed) : !isShouted && /^[A-Z]{2}$/.test(typed)
  const tag = isCode ? lexicon.findState(typed.toUpperCase()) : null
  return tag === null ? [] : [{ tags: [tag], length: 1, cost: -0.5 }]
}

/** "customers in 94574" */
const readPostalCode = (tokens: readonly Token[], at: number): Reading[] => {
  const { text = '' } = tokens[at] ?? {}
  const isPlace = ['in', 'from', 'zip', 'zipcode', 'code', 'near'].includes(tokens[at - 1]?.text ?? '')
  return isPlace && /^\d{5}$/.test(text)
    ? [{ tags: [filterTag('postalCode', 'Equal', text)], length: 1, cost: -0.5 }]
    : []
}

const readsDays = (tokens: readonly Token[], at: number, calendar: AskCalendar): boolean =>
  readDays(tokens, at, calendar).some(({ tags }) => tags.some((tag) => tag.kind === 'days' && tag.part === 'in'))

const readingsAt = (tokens: readonly Token[], at: number, lexicon: Lexicon, calendar: AskCalendar): Reading[] => {
  const isGroup = ['by', 'per', 'each'].includes(tokens[at - 1]?.text ?? '')
  const named = readNamedValue(tokens, at, { lexicon, isGroup })
  const where = readWhere(tokens, at)
  return [
    ...readVintage(tokens, at, lexicon, calendar),
    ...readDays(tokens, at, calendar),
    ...readRelease(tokens, at, calendar),
    ...readBirthday(tokens, at, calendar),
    ...readCompare(tokens, at, calendar, (index) => readsDays(tokens, index, calendar)),
    ...readLimit(tokens, at, calendar),
    ...readRank(tokens, at, calendar),
    ...readStateCode(tokens, at, lexicon),
    ...readPostalCode(tokens, at),
    ...where,
    ...(named === null ? [] : [named]),
    ...readPerson(tokens, at, lexicon),
    ...readPhrases(tokens, at, lexicon).filter(({ length }) => where.length === 0 || length > 1),
  ]
}

/** A step of a way through the words, linked to the one before. */
interface Path {
  readonly before: Path | null
  readonly at: number
  /** null: a word that nothing is known about */
  readonly reading: Reading | null
  readonly cost: number
}

const stepsOf = (last: Path): Path[] => {
  const steps: Path[] = []
  for (let step: Path | null = last; step !== null && step.at >= 0; step = step.before) steps.push(step)
  return steps.reverse()
}

const keepBest = (paths: readonly Path[]): Path[] => {
  const sorted = paths.toSorted((a, b) => a.cost - b.cost)
  const best = sorted[0]?.cost ?? 0
  return sorted.filter(({ cost }) => cost <= best + MOST_BEHIND).slice(0, MOST_PATHS)
}

const toTagged = (tokens: readonly Token[], path: Path): TaggedQuestion => {
  const unknown: string[] = []
  const topics: string[] = []
  const parts = stepsOf(path).flatMap(({ at, reading }): TaggedWords[] => {
    const stretch = tokens.slice(at, at + (reading?.length ?? 1))
    const words = stretch.map(({ typed }) => typed).join(' ')
    const lacking = reading?.tags.find(({ kind }) => kind === 'unsupported')
    if (reading === null || lacking !== undefined) {
      unknown.push(words)
      if (lacking?.kind === 'unsupported') topics.push(lacking.reason)
      return []
    }
    return reading.tags.map((tag) => ({ tag, words, isApart: stretch[0]?.isApart ?? false }))
  })
  return { parts, unknown, topics, cost: path.cost }
}

/** The most likely ways to divide a question into phrases and to read each of them, best first. */
export const tagQuestion = (tokens: readonly Token[], lexicon: Lexicon, calendar: AskCalendar): TaggedQuestion[] => {
  const paths: Path[][] = tokens.map(() => [])
  const start: Path = { before: null, at: -1, reading: null, cost: 0 }
  paths[0] = [start]
  const ends: Path[] = tokens.length === 0 ? [start] : []
  tokens.forEach((_, at) => {
    const here = keepBest(paths[at] ?? [])
    const readings = readingsAt(tokens, at, lexicon, calendar)
    const steps = [
      ...readings.map((reading) => ({ reading, length: reading.length, cost: 1 + reading.cost })),
      ...(readings.some(({ length }) => length === 1) ? [] : [{ reading: null, length: 1, cost: UNKNOWN_COST }]),
    ]
    for (const { reading, length, cost } of steps) {
      const next = at + length === tokens.length ? ends : paths[at + length]
      for (const before of here) next?.push({ before, at, reading, cost: before.cost + cost })
    }
  })
  return keepBest(ends).map((path) => toTagged(tokens, path))
}
