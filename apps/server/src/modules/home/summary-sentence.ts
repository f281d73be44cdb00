import type { Formats } from '#charts/value-format.ts'
import type { SentencePart } from '#contract/home.ts'
import type { HomePeriod } from '#domain/home.ts'
import { type LocalDay, toWeekday } from '#domain/ranges/local-day.ts'
import { unsourcedNumbers } from '#insights/language/digit-checker.ts'
import type { ComputedNumber } from './home-numbers.ts'

/** The sentence has a number that no figure has. It is never shown. */
class UnsourcedSentenceError extends Error {
  override readonly name = 'UnsourcedSentenceError'
}

/** A part of the sentence that is a figure or a date. */
type Slot = Pick<SentencePart, 'text'> & Partial<SentencePart>

type Slots = Readonly<Record<string, Slot>>

const SLOT = /\{(\w+)\}/

/**
 * The template as parts, with its slots filled. Errors: `UnsourcedSentenceError` for a digit outside of the slots, RangeError for an
 * unknown slot.
 */
export const fillSentence = (template: string, slots: Slots): SentencePart[] => {
  const parts = template.split(SLOT).flatMap((text, at): SentencePart[] => {
    if (at % 2 === 0) return text === '' ? [] : [{ text, number: null, period: 'current' }]
    const slot = slots[text]
    if (slot === undefined) throw new RangeError(`The sentence has no ${text}`)
    return [{ number: null, period: 'current', ...slot }]
  })
  const text = parts.map((part) => part.text).join('')
  const stray = unsourcedNumbers(
    text,
    Object.values(slots).map((slot) => slot.text),
  )
  if (stray.length > 0) throw new UnsourcedSentenceError(`${stray.join(' ')} in: ${text}`)
  return parts
}

/** The numbers that the sentence is made of: sales without club orders, of all channels and of two, club sales, and visits. */
export const SENTENCE_NUMBERS = ['sales', 'tastingRoom', 'web', 'club', 'guests', 'signupConversion'] as const
export type SentenceNumber = (typeof SENTENCE_NUMBERS)[number]
export type SentenceNumbers = Readonly<Record<SentenceNumber, ComputedNumber>>

/** Name of the sales of the same hours of both days. */
export const SAME_HOURS = 'salesOfSameHours'

export interface SentenceFacts {
  readonly period: HomePeriod
  /** first day of the range */
  readonly from: LocalDay
  /** the range goes on */
  readonly isRunning: boolean
  readonly isFirstDay: boolean
  /** that the values of the same hours end before */
  readonly hour: number | null
  readonly numbers: SentenceNumbers
  /** numbers on cards of their own, which the sentence does not repeat */
  readonly onCards: readonly SentenceNumber[]
}

const PERIODS: Readonly<Record<HomePeriod, string>> = {
  today: 'Today',
  weekend: 'Weekend',
  week: 'Week',
  month: 'Month',
}

/** A first day is compared with one day, whatever the period. */
const sameLastYear = ({ period, from, isFirstDay }: SentenceFacts, formats: Formats): string => {
  if (period === 'month') return isFirstDay ? 'the same date last year' : 'the same dates last year'
  if (isFirstDay || period === 'today') return `the same ${formats.weekday(toWeekday(from), 'full')} last year`
  return period === 'weekend' ? 'the same weekend last year' : 'the same days last year'
}

type Values = Pick<ComputedNumber, 'value' | 'previous'>

/** As a fraction of the previous value; null where that is not above zero. */
/** A larger growth says how little there was before, and no more. */
const MOST = 2

const changeRatio = ({ value, previous }: Values): number | null => {
  if (value === null || previous === null || previous <= 0) return null
  const ratio = (value - previous) / previous
  return ratio > MOST ? null : ratio
}

/** From here on percentages have no decimals. */
const WHOLE_FROM = 0.1

/** Its size, such as `21%` or `3.4%`; null for none */
const changeText = (ratio: number, formats: Formats): string | null => {
  const size = Math.abs(ratio)
  const rounded = size >= WHOLE_FROM ? Math.round(size * 100) / 100 : Math.round(size * 1000) / 1000
  return rounded === 0 ? null : formats.compact(rounded, 'percent')
}

/** `up {change} from`, `down {change} from`, or `level with`, before what it is compared with. */
const changePhrase = (ratio: number, formats: Formats, [changed, level] = [' from', ' with']): string => {
  if (changeText(ratio, formats) === null) return `level${level}`
  return `${ratio > 0 ? 'up' : 'down'} {change}${changed}`
}

/** A smaller change is no direction. */
const LEVEL = 0.01

const trend = (name: string, { value, previous }: Values): string[] => {
  const [now, before] = [value ?? 0, previous ?? 0]
  if (now === 0 && before === 0) return []
  const isLevel = Math.abs(now - before) < LEVEL * Math.abs(before)
  return [`${name} ${isLevel ? 'level' : now > before ? 'up' : 'down'}`]
}

const listed = (parts: readonly string[]): string => parts.map((part) => `, ${part}`).join('')

/** From this share of the other sales on, club orders are named: a club run would hide what happened otherwise. */
const CLUB_RUN = 0.1

/** Sales without club orders, which says so where there are any. */
const salesPhrase = ({ sales, club }: SentenceNumbers): string => {
  const [others, ofClub] = [sales.value ?? 0, club.value ?? 0]
  if (ofClub === 0 && (club.previous ?? 0) === 0) return others === 0 ? 'no sales' : '{sales}'
  const isRun = ofClub > 0 && ofClub >= CLUB_RUN * Math.abs(others)
  return `${others === 0 ? 'no' : '{sales} in'} non-club sales${isRun ? ' (club orders: {club})' : ''}`
}

/** What the tasting room did today. */
const visits = ({ period, numbers: { tastingRoom, guests, signupConversion }, onCards }: SentenceFacts): string => {
  const phrases: readonly [SentenceNumber, isShown: boolean, phrase: string][] = [
    ['tastingRoom', (tastingRoom.value ?? 0) !== 0, '{tastingRoom} in the tasting room'],
    ['guests', (guests.value ?? 0) !== 0, guests.value === 1 ? '{guests} guest' : '{guests} guests'],
    ['signupConversion', signupConversion.value !== null, '{signupConversion} signup conversion'],
  ]
  if (period !== 'today') return ''
  return listed(phrases.flatMap(([name, isShown, phrase]) => (isShown && !onCards.includes(name) ? [phrase] : [])))
}

/** What follows the sales of a range whose data of last year is incomplete. */
const shortHistory = (likeForLike: ComputedNumber['likeForLike'], formats: Formats): string => {
  if (likeForLike === null) return '; your data starts {dataStarts}, so there’s nothing from last year to compare with'
  const ratio = changeRatio(likeForLike)
  if (ratio === null) return '; last year’s data starts {dataStarts}'
  return `, ${changePhrase(ratio, formats, ['', ''])} on comparable days, as your data starts {dataStarts}`
}

/** What follows the sales of a first day: their change until the same hour, since the day goes on. */
const sinceMorning = (sameHours: Values, same: string, formats: Formats): string => {
  const ratio = changeRatio(sameHours)
  if (ratio === null || (sameHours.value ?? 0) <= 0)
    return `, ${(sameHours.value ?? 0) > (sameHours.previous ?? 0) ? '{gap} ahead of' : '{gap} behind'} ${same} as of {hour}`
  return `, ${changePhrase(ratio, formats)} ${same}, as of {hour}`
}

/** What follows the sales: their change, or what they are set against where a percentage would mislead. */
const comparison = (facts: SentenceFacts, formats: Formats): string => {
  const { sales, tastingRoom, web } = facts.numbers
  const { value, previous } = sales
  if (sales.dataStarts !== null) return shortHistory(sales.likeForLike, formats)
  const same = sameLastYear(facts, formats)
  const [now, before] = [value ?? 0, previous ?? 0]
  if (now === 0 && before === 0) return `, as on ${same}`
  if (before === 0) return `, after none on ${same}`
  if (facts.isFirstDay)
    return sales.sameHours ? sinceMorning(sales.sameHours, same, formats) : `; ${same} ended at {before}`
  const ratio = changeRatio(sales)
  if (ratio === null || now <= 0) return `, after {before} on ${same}`
  return `, ${changePhrase(ratio, formats)} ${same}${listed([...trend('tasting room', tastingRoom), ...trend('web', web)])}`
}

const slotsOf = ({ numbers, hour }: SentenceFacts, formats: Formats): Slots => {
  const { sales } = numbers
  const { sameHours } = sales
  const compared = sales.likeForLike ?? sameHours ?? sales
  const number = sameHours === null ? 'sales' : SAME_HOURS
  const change = changeText(changeRatio(compared) ?? 0, formats)
  const figures = SENTENCE_NUMBERS.map((name): [string, Slot] => {
    const { value, format } = numbers[name]
    return [name, { text: formats.figure(value, format), number: name }]
  })
  return {
    ...Object.fromEntries(figures),
    before: { text: formats.figure(sales.previous, sales.format), number: 'sales', period: 'previous' },
    ...(change === null ? {} : { change: { text: change, number, period: 'previous' } }),
    ...(hour === null ? {} : { hour: { text: formats.hour(hour) } }),
    ...(sameHours === null
      ? {}
      : { gap: { text: formats.figure(Math.abs((sameHours.value ?? 0) - (sameHours.previous ?? 0)), sales.format) } }),
    ...(sales.dataStarts === null ? {} : { dataStarts: { text: formats.day(sales.dataStarts, 'full') } }),
  }
}

/**
 * One sentence about the range: `Weekend: $9,696, up 21% from the same weekend last year, tasting room up, web down.` Errors:
 * `UnsourcedSentenceError`.
 */
export const summarySentence = (facts: SentenceFacts, formats: Formats): SentencePart[] => {
  const period = `${PERIODS[facts.period]}${facts.isRunning ? ' so far' : ''}`
  const template = `${period}: ${salesPhrase(facts.numbers)}${visits(facts)}${comparison(facts, formats)}.`
  return fillSentence(template, slotsOf(facts, formats))
}
