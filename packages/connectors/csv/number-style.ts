import { withoutCurrency } from '#domain/money-text.ts'

/** Which mark stands before the decimals: `1,234.56` or `1.234,56`. */
export type NumberStyle = 'point' | 'comma'

export const NUMBER_STYLE_NAMES: Readonly<Record<NumberStyle, string>> = { point: '1,234.56', comma: '1.234,56' }

/** What a column's values say about their style, with an example of each. */
export interface StyleEvidence {
  readonly point: string | null
  readonly comma: string | null
  /** fits both styles with different values, such as `1.234` */
  readonly either: string | null
}

const GROUPED = /^\d{1,3}([.,])\d{3}$/

const styleOf = (value: string): keyof StyleEvidence | null => {
  const text = withoutCurrency(value)
    .replace(/[^\d.,]/g, '')
    .replace(/[.,]$/, '')
  const lastPoint = text.lastIndexOf('.')
  const lastComma = text.lastIndexOf(',')
  if (lastPoint < 0 && lastComma < 0) return null
  if (lastPoint >= 0 && lastComma >= 0) return lastPoint > lastComma ? 'point' : 'comma'
  const mark = lastPoint >= 0 ? '.' : ','
  if (text.split(mark).length > 2) return mark === ',' ? 'point' : 'comma'
  // A group of thousands never begins with a zero.
  if (GROUPED.test(text) && !text.startsWith('0')) return 'either'
  return mark === '.' ? 'point' : 'comma'
}

/** Evidence of all values of a column. */
export const styleEvidence = (values: readonly string[]): StyleEvidence => {
  const styles = values.map(styleOf)
  const first = (style: keyof StyleEvidence) => values[styles.indexOf(style)] ?? null
  return { point: first('point'), comma: first('comma'), either: first('either') }
}

const AMOUNT = /^[-−–+(]? *\d[\d.,'’\s]*\)?(?: *[-−–%]| *(?:CR|DR))?$/i

/** With blanks around it; the pattern takes quadratic time, which is too long for a text of a million characters. */
const LONGEST_AMOUNT = 100

/** Whether a text is written as a number, with or without currency, sign, grouping and percent sign. */
export const isWrittenNumber = (text: string): boolean =>
  text.length <= LONGEST_AMOUNT && AMOUNT.test(withoutCurrency(text).trim())

export const DISCOUNT_FORMATS = ['amount', 'percent', 'fraction'] as const
export type DiscountFormat = (typeof DISCOUNT_FORMATS)[number]

/** Fields that may be shares of the amount before them. */
export const isDiscountField = (name: string): boolean => name === 'discount' || name === 'orderDiscount'

const PERCENT_NAME = /%|\b(?:percent(?:age)?|pct)\b/i

/**
 * What a discount is: percent signs say so, in the values or in the column's name. Values of which none exceeds 1 may be amounts,
 * fractions or small percentages, and only the user knows.
 */
export const discountFormat = (values: readonly string[], column = ''): DiscountFormat | 'unknown' => {
  if (values.some((value) => value.includes('%'))) return 'percent'
  const sizes = values.map((value) => Math.abs(Number(withoutCurrency(value).replace(',', '.').trim())))
  const known = sizes.filter((size) => size > 0)
  const hasSign = values.some((value) => withoutCurrency(value) !== value)
  if (hasSign || known.length === 0 || known.length < sizes.filter((size) => size !== 0).length) return 'amount'
  const areShares = known.every((size) => size <= 1)
  if (PERCENT_NAME.test(column)) return areShares ? 'unknown' : 'percent'
  return areShares && known.some((size) => size < 1) ? 'unknown' : 'amount'
}
