import { type Formats, MISSING } from '#charts/value-format.ts'

type GoodDirection = 'up' | 'down' | 'neutral'

export interface Compared {
  readonly value: number | null
  readonly previous: number | null
  readonly format: string
  readonly goodDirection: GoodDirection
}

/** Change of a number since the comparison period. */
export type Change =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'new'; readonly verdict: Verdict }
  | { readonly kind: 'same' }
  | {
      readonly kind: 'changed'
      readonly direction: 'up' | 'down'
      readonly absolute: number
      /** relative to the absolute previous value; always finite */
      readonly ratio: number
      readonly verdict: Verdict
    }

export type Verdict = 'good' | 'bad' | 'neutral'

const verdictOf = (direction: 'up' | 'down', goodDirection: GoodDirection): Verdict => {
  if (goodDirection === 'neutral') return 'neutral'
  return direction === goodDirection ? 'good' : 'bad'
}

const isKnown = (value: number | null): value is number => value !== null && Number.isFinite(value)

/** A previous value of 0 has no percentage: the value is new. Unknown unless both values are known. */
export const computeChange = ({ value, previous, goodDirection }: Compared): Change => {
  if (!isKnown(value) || !isKnown(previous)) return { kind: 'unknown' }
  if (value === previous) return { kind: 'same' }
  const direction = value > previous ? 'up' : 'down'
  const verdict = verdictOf(direction, goodDirection)
  if (previous === 0) return { kind: 'new', verdict }
  const absolute = value - previous
  const ratio = absolute / Math.abs(previous)
  return Number.isFinite(ratio) ? { kind: 'changed', direction, absolute, ratio, verdict } : { kind: 'new', verdict }
}

export interface ChangeText {
  readonly word: string
  /** absolute and relative change; empty if the word is enough */
  readonly amount: string
  /** relative and absolute change alone, with a sign; null: the word says it all */
  readonly signed: { readonly percent: string; readonly absolute: string } | null
  readonly arrow: 'up' | 'down' | null
  readonly verdict: Verdict
}

/** Changes of rates are in percentage points, to distinguish them from relative changes. */
const absoluteText = (absolute: number, format: string, formats: Formats): string => {
  if (format !== 'percent') return formats.figure(Math.abs(absolute), format)
  const points = formats.value(Math.abs(absolute) * 100, 'number')
  return points === formats.value(1, 'number') ? `${points} pt` : `${points} pts`
}

const WORD_ONLY = { amount: '', signed: null, arrow: null, verdict: 'neutral' } as const

export const changeText = (compared: Compared, formats: Formats): ChangeText => {
  const change = computeChange(compared)
  switch (change.kind) {
    case 'unknown':
      return { ...WORD_ONLY, word: MISSING }
    case 'same':
      return { ...WORD_ONLY, word: 'No change' }
    case 'new':
      return { ...WORD_ONLY, word: 'New', verdict: change.verdict }
    case 'changed': {
      const absolute = absoluteText(change.absolute, compared.format, formats)
      const percent = formats.value(Math.abs(change.ratio), 'percent')
      const word = change.direction === 'up' ? 'Up' : 'Down'
      const sign = change.direction === 'up' ? '+' : '−'
      return {
        word,
        amount: `${absolute} (${percent})`,
        signed: { percent: `${sign}${percent}`, absolute: `${sign}${absolute}` },
        arrow: change.direction,
        verdict: change.verdict,
      }
    }
  }
}

/** The change in as few characters as possible: relative, and in percentage points for rates. */
export const shortAmount = (compared: Compared, formats: Formats): string => {
  const change = computeChange(compared)
  if (change.kind !== 'changed') return changeText(compared, formats).word
  return compared.format === 'percent'
    ? absoluteText(change.absolute, compared.format, formats)
    : formats.value(Math.abs(change.ratio), 'percent')
}

const VERDICT_WORDS: Readonly<Record<Verdict, string>> = { good: 'better', bad: 'worse', neutral: '' }

/** The change as a sentence for screen readers. */
export const spokenChange = (text: ChangeText, comparedWith: string): string =>
  [text.word, text.amount, comparedWith && `compared with ${comparedWith}`, VERDICT_WORDS[text.verdict]]
    .filter((part) => part !== '')
    .join(', ')
