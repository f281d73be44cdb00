import type { CustomField } from '#domain/custom-fields.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import { upperFirst } from '#domain/text.ts'
import type { Former } from './chips/definition-chips.ts'
import { type FormerAnswer, readFormer, showAs } from './chips/former-answer.ts'
import { chooseAmong, type Priced, type Understood } from './choose.ts'
import { explain } from './explain.ts'
import { FOLLOW_UP_WORDS, type FollowUp, interpretFollowUp } from './follow-up/follow-up.ts'
import { takeMap } from './follow-up/framing.ts'
import { type Account, interpret, likelyOf, type Refusal } from './interpret.ts'
import { ENGLISH } from './language/english.ts'
import { fullYears } from './tag/full-years.ts'
import { knownWords } from './tag/known-spelling.ts'
import { createLexicon } from './tag/lexicon.ts'
import type { AskCalendar } from './tag/pattern.ts'
import type { Tag } from './tag/tag.ts'
import { tagQuestion } from './tag/tag-question.ts'
import { type KnownWords, type ReadAs, readAs } from './text/read-as.ts'
import { findCorrections } from './text/spelling.ts'
import { MOST_WORDS, phraseList, type Token, tokenize } from './text/token.ts'
import type { ValueIndex } from './value-index.ts'

interface Suggestion {
  readonly word: string
  readonly near: readonly string[]
}

/** The likeliest answer to a question without some of its words. */
interface Without {
  /** stretches of words, as they were typed */
  readonly ignored: readonly string[]
  readonly answer: Understood
  /** it is the answer to another question */
  readonly isOther: boolean
}

export interface NotUnderstood {
  /** as they were typed; empty when the question names no measure */
  readonly notUnderstood: readonly string[]
  /** what is missing, in a sentence; absent where words are unknown */
  readonly reason?: string
  readonly suggestions: readonly Suggestion[]
  /** absent where too little would be left to ask for */
  readonly without?: Pick<Without, 'ignored' | 'answer'>
  /** the nearest question that has an answer, where without the words at fault another one is asked */
  readonly nearest?: Understood
}

/** Two or three readings between which the words do not decide. */
interface Choose {
  readonly choices: readonly Understood[]
}

export type Answer = Understood | Choose | NotUnderstood

export interface AskContext {
  readonly calendar: AskCalendar
  /** names of clubs, brands, people and so on in the account's data */
  readonly values: ValueIndex
  /** the account's own fields; default: none */
  readonly customFields?: readonly CustomField[]
  /** takes unknown words for known ones; default: yes */
  readonly correctsSpelling?: boolean
  /** the answer that the question may be a follow-up to; default: none */
  readonly former?: Former
}

const MAX_NAME = 200
const MAX_SUGGESTIONS = 3
/** Unknown words for which similar ones are looked up. */
const MAX_SUGGESTED = 6

const asName = (question: string): string => {
  const text = question.trim().replace(/\s+/g, ' ')
  return upperFirst(text).slice(0, MAX_NAME)
}

interface Read {
  readonly priced: readonly Priced[]
  readonly refusal: Refusal
}

const BY_STATE = tokenize('by state')

const readAlone = ({ tokens: all, corrections, cost }: ReadAs, account: Account, name: string): Read => {
  const { tokens, isMap } = takeMap(all)
  const named = interpret(tokens, account)
  const isWhole = isMap && likelyOf(named).every(({ answer }) => answer.definition.groupColumns.length === 0)
  const read = isWhole ? interpret([...tokens, ...BY_STATE], account) : named
  const priced = likelyOf(read).map(({ type, answer, cost: own }): Priced => {
    const shown = isMap ? showAs(answer.definition, 'map') : null
    const definition = { ...(shown ?? answer.definition), name }
    const explanation = explain(type, answer, account.calendar)
    return { answer: { ...answer, definition, explanation, corrections }, cost: cost + own }
  })
  return { priced, refusal: read.refusal }
}

const pricedFollowUp = (followUp: FollowUp, { corrections, cost }: ReadAs, account: Account): Priced[] =>
  likelyOf(followUp).map(({ type, answer, cost: own, changes }): Priced => {
    const explanation = explain(type, answer, account.calendar)
    return { answer: { ...answer, explanation, corrections, changes }, cost: cost + own }
  })

interface Conversation {
  /** there is an answer before, whether it can be followed up or not */
  readonly isFollowing: boolean
  readonly account: Account
  readonly former: FormerAnswer | null
  readonly name: string
}

const NAMING: readonly Tag['kind'][] = ['value', 'filter', 'key', 'stop']

/** "only web": of an answer before, a name alone says what is limited, and is no question of its own. */
const isBareName = (tokens: readonly Token[], { lexicon, calendar }: Account): boolean =>
  tagQuestion(tokens, lexicon, calendar)[0]?.parts.every(({ tag }) => NAMING.includes(tag.kind)) ?? false

/** A question of its own, or a change of the answer before it: which of the two, its words say, and else what can be answered. */
const readOne = (read: ReadAs, { account, former, name, isFollowing }: Conversation): Read => {
  const followUp = former === null ? null : interpretFollowUp(read.tokens, former, account)
  const alone = (): Read => {
    const own = readAlone(read, account, name)
    return isFollowing && isBareName(read.tokens, account) ? { ...own, priced: [] } : own
  }
  if (followUp === null) return alone()
  const changed: Read = {
    priced: pricedFollowUp(followUp, read, account),
    refusal: followUp.refusal,
  }
  if (followUp.isMeant && changed.priced.length > 0) return changed
  const own = alone()
  return own.priced.length === 0 && (followUp.isMeant || changed.priced.length > 0) ? changed : own
}

const suggest = (words: readonly string[], { words: known, isKnown }: KnownWords): Suggestion[] =>
  [...new Set(words)].slice(0, MAX_SUGGESTED).flatMap((word) => {
    const [token] = tokenize(word)
    if (token === undefined || isKnown(token)) return []
    const near = findCorrections(token.text, known, MAX_SUGGESTIONS).map((one) => one.word)
    return near.length === 0 ? [] : [{ word, near }]
  })

/** Part of the words that are unknown in a question of another language. */
const FOREIGN = 0.6

const NOT_ENGLISH = 'Most of these words aren’t known here. If they’re in another language, ask in English.'

const TOO_LONG = `The question is too long. Ask it in at most ${MOST_WORDS} words.`

const uncorrected = (tokens: readonly Token[]): ReadAs => ({ tokens, corrections: [], cost: 0 })

const withFollowUpWords = (known: KnownWords): KnownWords => ({
  ...known,
  isKnown: (token) => FOLLOW_UP_WORDS.has(token.text) || known.isKnown(token),
})

/** What a question must still name when words of it are ignored. */
const SUBJECTS: ReadonlySet<Tag['kind']> = new Set(['measure', 'noun', 'verb', 'state'])

const namesSubject = (tokens: readonly Token[], { lexicon, calendar }: Account): boolean =>
  tagQuestion(tokens, lexicon, calendar).some(({ parts }) =>
    parts.some(({ tag }) => SUBJECTS.has(tag.kind) || (tag.kind === 'key' && tag.key === 'forecast')),
  )

/** Without them the question would ask for the opposite of what stays. */
const NEGATIONS: ReadonlySet<string> = new Set(phraseList(ENGLISH.keys.not))

/** Without them the question would ask for another measure. */
const DECISIVE: ReadonlySet<string> = new Set([
  'vs',
  'versus',
  ...(['average', 'share', 'count', 'versus', 'per', 'since', 'later', 'both'] as const).flatMap((key) =>
    phraseList(ENGLISH.keys[key]),
  ),
])

/** What somebody did not do. */
const DENIES = /^(?:not|never|didnt|dont|doesnt|havent|hasnt|hadnt)$/

/** Without it the question would ask for another amount. */
const NUMBER = /\d|^(?:once|twice)$/i

/** Other words may be at fault once the first are gone. */
const MOST_TRIES = 3

/** Words of a stretch of the question, one after the other, as one text. */
const stretches = (ignored: ReadonlySet<Token>, tokens: readonly Token[]): string[] =>
  tokens.reduce<{ readonly texts: string[]; readonly isOpen: boolean }>(
    ({ texts, isOpen }, token) => {
      if (!ignored.has(token)) return { texts, isOpen: false }
      const before = isOpen ? `${texts.at(-1)} ` : ''
      return { texts: [...texts.slice(0, isOpen ? -1 : undefined), `${before}${token.typed}`], isOpen: true }
    },
    { texts: [], isOpen: false },
  ).texts

/** Sales of all time say nothing of "October compared to September". */
const losesDays = ({ tokens }: ReadAs, { definition }: Understood, { lexicon, calendar }: Account): boolean => {
  const { history = [], filters, relativeDateFilter } = definition
  const isDated = filters.some(({ value }) => /^\d{4}-/.test(String(value)))
  if (relativeDateFilter?.relativeRange !== 'None' || isDated || history.length > 0) return false
  return tagQuestion(tokens, lexicon, calendar)[0]?.parts.some(({ tag }) => tag.kind === 'days') ?? false
}

/**
 * Whether the question asks for something else without the words: for another amount or day, another measure, or the opposite. A number
 * that a forecast is held against is none of these ("will we hit 400k").
 */
const asksOther = (read: ReadAs, ignored: ReadonlySet<Token>, answer: Understood, account: Account): boolean => {
  const losesWord = read.tokens.some((token, at) => {
    const [before, next] = [read.tokens[at - 1], read.tokens[at + 1]]
    if (!ignored.has(token)) return false
    const isNumber = NUMBER.test(token.typed) && answer.forecast === undefined
    const isDenial = NEGATIONS.has(token.text) && next !== undefined && !ignored.has(next)
    // "did not sing": what is denied is no longer said
    return isNumber || isDenial || DECISIVE.has(token.text) || DENIES.test(before?.text ?? '')
  })
  return losesWord || losesDays(read, answer, account)
}

/** The answer to a question without the words at fault; null where nothing is left that could be measured or listed. */
const answerWithout = (read: ReadAs, account: Account): Without | null => {
  const ignored = new Set<Token>()
  for (let tries = 0; tries <= MOST_TRIES; tries += 1) {
    const rest = read.tokens.filter((token) => !ignored.has(token))
    if (!namesSubject(rest, account)) return null
    const { answer, refusal } = readRest(read, rest, account)
    if (answer !== undefined) {
      const isOther = asksOther(read, ignored, answer, account)
      return { ignored: stretches(ignored, read.tokens), answer, isOther }
    }
    const words = new Set(refusal.words.flatMap((one) => one.split(' ')))
    const lost = rest.filter(({ typed }) => typed.split(' ').every((word) => words.has(word)))
    if (lost.length === 0) return null
    for (const token of lost) ignored.add(token)
  }
  return null
}

const readRest = (read: ReadAs, rest: readonly Token[], account: Account) => {
  const name = asName(rest.map(({ typed }) => typed).join(' '))
  const { priced, refusal } = readAlone({ ...read, tokens: rest }, account, name)
  const [answer] = chooseAmong(priced)
  return { answer, refusal }
}

/** What follows one of these words is a clause of its own. */
const CLAUSE = /^(?:but|and|with)$/

/** The answer to what stands before the last clauses, where no words alone are at fault. */
const answerBefore = (read: ReadAs, account: Account): Without | null => {
  const starts = read.tokens.flatMap(({ text }, at) => (CLAUSE.test(text) ? [at] : []))
  for (const start of starts.toReversed()) {
    const [rest, cut] = [read.tokens.slice(0, start), read.tokens.slice(start)]
    const { answer } = namesSubject(rest, account) ? readRest(read, rest, account) : {}
    // who is to be left out stays
    const isOther = cut.some(({ text }) => DENIES.test(text) || NEGATIONS.has(text))
    if (answer !== undefined) return { ignored: stretches(new Set(cut), read.tokens), answer, isOther }
  }
  return null
}

/** Words that an answer says in its own way. */
const SAID: Readonly<Record<string, RegExp>> = lookupTable({
  new: /^Signups/,
  active: /^Current members/,
  current: /^Current members/,
  last: /with release/,
  latest: /with release/,
})

/** "no-show rate for reservations": all of them are, and nothing is lost without the words. */
const saysAll = ({ ignored, answer }: Without): boolean => {
  const { reportType, columns } = answer.definition
  const names = [reportType, ...columns.map(({ columnId }) => columnId)].map((name) => name?.toLowerCase() ?? '')
  return ignored
    .flatMap((words) => words.toLowerCase().split(' '))
    .every((word) => {
      const isOfRecords = word.length > 3 && names.some((name) => name.startsWith(word.replace(/s$/, '')))
      return isOfRecords || SAID[word]?.test(answer.explanation)
    })
}

/** The answer or the readings to choose from; null where there are none. */
const answerOf = (read: readonly Read[]): Understood | Choose | null => {
  const choices = chooseAmong(read.flatMap(({ priced }) => priced))
  const [only] = choices
  if (only === undefined) return null
  return choices.length === 1 ? only : { choices }
}

/**
 * Parses a question into a report definition. Every word must be accounted for, perhaps taken for another of nearly the same spelling:
 * a partly understood question would be answered with a number other than the one asked for.
 */
export const ask = (question: string, context: AskContext): Answer => {
  const { calendar, values, customFields, correctsSpelling = true, former } = context
  const lexicon = createLexicon(values, customFields)
  const known = former === undefined ? knownWords(lexicon) : withFollowUpWords(knownWords(lexicon))
  const tokens = fullYears(tokenize(question))
  if (tokens.length > MOST_WORDS) return { notUnderstood: [], reason: TOO_LONG, suggestions: [] }
  const hasItems = (values.productTitle ?? []).length > 0
  const account = { lexicon, calendar, customFields: customFields ?? [], hasItems }
  const conversation: Conversation = {
    isFollowing: former !== undefined,
    account,
    former: former === undefined ? null : readFormer(former, account),
    name: asName(question),
  }
  const readAll = (all: readonly ReadAs[]): Read[] => all.map((one) => readOne(one, conversation))
  const asTyped = readAll([uncorrected(tokens)])
  const unknown = tokens.filter((token) => !known.isKnown(token)).map(({ typed }) => typed)
  const answered = answerOf(asTyped) ?? (correctsSpelling ? answerOf(readAll(readAs(tokens, known))) : null)
  if (answered !== null) return answered
  const refusal = asTyped[0]?.refusal
  const words = unknown.length > 0 ? unknown : (refusal?.words ?? [])
  const isForeign = tokens.length > 1 && unknown.length > tokens.length * FOREIGN
  const reason = isForeign ? NOT_ENGLISH : unknown.length > 0 ? null : (refusal?.reason ?? null)
  const [likeliest = uncorrected(tokens)] = correctsSpelling ? readAs(tokens, known) : []
  const others = isForeign ? [] : [answerWithout(likeliest, account), answerBefore(likeliest, account)]
  const rest = others.find((one) => one?.isOther === false) ?? others.find((one) => one !== null) ?? null
  // the list without the phone numbers helps, and sales without the weather say nothing of it
  const { columns = [], groupColumns = [] } = rest?.answer.definition ?? {}
  const isList = groupColumns.length === 0 && columns.every(({ aggregation }) => aggregation === 'None')
  const isBeside = refusal?.isTopic === true && !isList
  const without = isBeside ? null : rest
  if (without !== null && !without.isOther && unknown.length === 0 && saysAll(without))
    return { ...without.answer, definition: { ...without.answer.definition, name: asName(question) } }
  return {
    notUnderstood: [...new Set(words)],
    suggestions: suggest(words, known),
    ...(reason === null ? {} : { reason }),
    ...(without === null ? {} : without.isOther ? { nearest: without.answer } : { without }),
  }
}
