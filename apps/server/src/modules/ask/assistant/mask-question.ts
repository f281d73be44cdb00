import { z } from 'zod'
import { SHAREABLE_PARTS, type ShareablePart } from '#domain/insight-settings.ts'
import { knownWords } from '#insights/ask/tag/known-spelling.ts'
import { createLexicon } from '#insights/ask/tag/lexicon.ts'
import { normalizePhrase } from '#insights/ask/text/token.ts'
import type { ValueColumn, ValueIndex } from '#insights/ask/value-index.ts'
import { compileSearch } from '#semantic/compiler/compile-search.ts'
import { RECORD_SEARCHES, type RecordSearch } from '#semantic/search/record-searches.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { getCachedResult, loadAnalyticsSettings } from '#server/modules/analytics/index.ts'

interface Span {
  readonly from: number
  readonly until: number
}

interface Word extends Span {
  readonly typed: string
  /** as compared: lower case, without accents and a possessive s */
  readonly text: string
}

const EMAIL = /[^\s@<>()[\]",;]+@[^\s@<>()[\]",;]+/gu
const NUMBERS = /\+?\(?\d[\d\s()./-]*\d/g
const YEAR = /^(19|20)\d\d$/
const DATE = /^\d{4}-\d\d-\d\d$/

/** Digits as phones are written; not years, days or plain amounts. */
const isPhone = (text: string): boolean => {
  const groups = text.match(/\d+/g) ?? []
  const digits = groups.join('').length
  if (digits < 7 || digits > 15 || DATE.test(text)) return false
  if (text.startsWith('+') || groups.length >= 5) return true
  return groups.length === 1 ? digits >= 10 : groups.some((group) => group.length >= 3 && !YEAR.test(group))
}

const spansOf = (question: string, pattern: RegExp): (Span & { typed: string })[] =>
  [...question.matchAll(pattern)].map((match) => ({
    typed: match[0],
    from: match.index,
    until: match.index + match[0].length,
  }))

const wordsOf = (question: string): Word[] =>
  spansOf(question, /[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)*/gu).map((span) => ({
    ...span,
    text: normalizePhrase(span.typed),
  }))

const VOCABULARY = createLexicon({})

/** Whether a word can only be meant as a part of a name: no word of the vocabulary, or written with a capital where none is due. */
const isNameLike = ({ typed, text }: Word, index: number): boolean => {
  if (!/\p{L}{2}/u.test(text)) return false
  const known = knownWords(VOCABULARY)
  if (known.words.has(text) || VOCABULARY.find(text).length > 0) return false
  return !known.isEnglish(text) || (index > 0 && /^\p{Lu}/u.test(typed))
}

/** "rose white": two words of everyday English may be the names of a person. */
const pairsOf = (words: readonly Word[]): Word[] => {
  const { isCommon, words: known } = knownWords(VOCABULARY)
  const mayBeName = ({ text }: Word): boolean => /\p{L}{2}/u.test(text) && !isCommon(text)
  return words.slice(1).flatMap((second, index) => {
    const first = words[index]
    if (!first || ![first, second].every(mayBeName) || [first, second].every(({ text }) => known.has(text))) return []
    return [{ from: first.from, until: second.until, typed: '', text: `${first.text} ${second.text}` }]
  })
}

/** The columns whose values each part of the settings allows to leave. */
const COLUMNS: Readonly<Record<ShareablePart, readonly ValueColumn[]>> = {
  figures: [],
  productNames: ['productTitle'],
  clubNames: ['clubName', 'releaseName'],
  teamMemberNames: ['teamMember'],
}

/** The part of the settings that decides about a column's names; null where none does. */
export const shareablePartOf = (columnId: string): ShareablePart | null =>
  SHAREABLE_PARTS.find((part) => COLUMNS[part].some((one) => one === columnId)) ?? null

const hasPhrase = (name: string, phrase: string): boolean => ` ${normalizePhrase(name)} `.includes(` ${phrase} `)

/** The words that spell a phrase one after the other, wherever they do. */
const occurrencesOf = (phrase: string, words: readonly Word[]): Span[] => {
  const parts = phrase.split(' ')
  return words.flatMap(({ from }, index) => {
    const last = words[index + parts.length - 1]
    return last && parts.every((part, at) => words[index + at]?.text === part) ? [{ from, until: last.until }] : []
  })
}

/** People's names that contain a phrase are looked for among this many that begin alike. */
const MAX_FOUND = 500
const PEOPLE = [
  { ...RECORD_SEARCHES.customer, columns: ['name'], codes: [], isDistinct: true },
  {
    ...RECORD_SEARCHES.order,
    columns: ['customer_name'],
    words: ['customer_name'],
    codes: [],
    name: 'customer_name',
    isDistinct: true,
  },
] satisfies RecordSearch[]

const Names = z.record(z.string(), z.array(z.string()))

/** Names of customers by the phrases that they contain. */
const findCustomers = async (
  deps: Deps,
  caller: Caller,
  phrases: readonly string[],
  signal: AbortSignal,
): Promise<z.infer<typeof Names>> => {
  if (phrases.length === 0) return {}
  const settings = await loadAnalyticsSettings(deps, caller)
  const query = ['names in a question', phrases]
  const cached = await getCachedResult(deps, { settings, query, signal }, async (session) => {
    const namesOf = async (phrase: string): Promise<string[]> => {
      const found = await Promise.all(
        PEOPLE.map((search) =>
          session.search((options) => compileSearch(search, phrase, { ...options, limit: MAX_FOUND })),
        ),
      )
      return found.flat().flatMap(([name]) => (hasPhrase(String(name), phrase) ? [String(name)] : []))
    }
    return Object.fromEntries(
      await Promise.all(phrases.map(async (phrase) => [phrase, await namesOf(phrase)] as const)),
    )
  })
  return cached === null ? {} : Names.parse(JSON.parse(Buffer.from(cached.bytes).toString('utf8')))
}

interface Named extends Span {
  /** what may be meant */
  readonly names: readonly string[]
}

/** With the words before and after it that are in the same name. */
const grow = ({ from, until, text }: Word, names: readonly string[], words: readonly Word[]): Span => {
  const before = words.findLast((word) => word.until <= from)
  const after = words.find((word) => word.from >= until)
  const wider = [
    ...(before ? [{ from: before.from, until, text: `${before.text} ${text}` }] : []),
    ...(after ? [{ from, until: after.until, text: `${text} ${after.text}` }] : []),
  ].find((one) => names.some((name) => hasPhrase(name, one.text)))
  return wider ? grow({ ...wider, typed: '' }, names, words) : { from, until }
}

/** Overlapping and adjacent ones become one. */
const merge = (spans: readonly Named[], question: string): Named[] => {
  const merged: Named[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && /^[\s-]*$/.test(question.slice(last.until, span.from))) {
      const until = Math.max(last.until, span.until)
      merged[merged.length - 1] = { from: last.from, until, names: [...last.names, ...span.names] }
    } else merged.push(span)
  }
  return merged
}

/** The one name that the data has for what was typed, else what was typed. */
const meantName = (typed: string, names: readonly string[]): string => {
  const [name, ...others] = new Set(names.filter((one) => hasPhrase(one, normalizePhrase(typed))))
  return name !== undefined && others.length === 0 ? name : typed
}

interface Masking {
  readonly question: string
  readonly values: ValueIndex
  readonly mayLeave: readonly ShareablePart[]
  /** placeholders that stand for something else already */
  readonly used: number
  readonly signal: AbortSignal
}

/**
 * The question without names of customers, emails, phone numbers, and the names that the account's settings do not allow to leave:
 * placeholders such as `name 1` take their place.
 */
export const maskQuestion = async (
  deps: Deps,
  caller: Caller,
  { question, values, mayLeave, used, signal }: Masking,
) => {
  const contacts = [...spansOf(question, EMAIL), ...spansOf(question, NUMBERS).filter(({ typed }) => isPhone(typed))]
  const words = wordsOf(question).filter(({ from }) => !contacts.some((one) => one.from <= from && from < one.until))
  const candidates = [...words.filter(isNameLike), ...pairsOf(words)]
  const customers = await findCustomers(deps, caller, [...new Set(candidates.map(({ text }) => text))], signal)
  const isWithheld = (part: ShareablePart): boolean => !mayLeave.includes(part)
  const team = isWithheld('teamMemberNames') ? (values.teamMember ?? []) : []
  const withheld = SHAREABLE_PARTS.filter(isWithheld).flatMap((part) =>
    COLUMNS[part].flatMap((one) => values[one] ?? []),
  )
  const named = [
    ...contacts.map((one) => ({ ...one, names: [] })),
    ...withheld.flatMap((name) =>
      occurrencesOf(normalizePhrase(name), words).map((span) => ({ ...span, names: [name] })),
    ),
    ...candidates.flatMap((candidate) => {
      const { text } = candidate
      const names = [...(customers[text] ?? []), ...team.filter((name) => hasPhrase(name, text))]
      return names.length === 0 ? [] : [{ ...grow(candidate, names, words), names }]
    }),
  ]
  const names = new Map<string, string>()
  let [text, end] = ['', 0]
  for (const { from, until, names: meant } of merge(named, question)) {
    const placeholder = `name ${used + names.size + 1}`
    names.set(placeholder, meantName(question.slice(from, until), meant))
    text += `${question.slice(end, from)}${placeholder}`
    end = until
  }
  return { text: text + question.slice(end), names }
}
