import { textWidth } from '#charts/text-measure.ts'
import type { Formats } from '#charts/value-format.ts'
import { type Compared, changeText, computeChange } from './comparison.ts'

export interface KpiValue extends Compared {
  /** the values of the days for which both periods have data, where the earlier one has not all of its days; null: none */
  readonly likeForLike?: Pick<Compared, 'value' | 'previous'>
  /** the values until an hour of a day that goes on, in words such as `3 PM`, and of the same hours of the earlier day */
  readonly sameHours?: Pick<Compared, 'value' | 'previous'> & { readonly until: string }
  readonly metric: string
  readonly label: string
}

/** A larger relative change says how little there was before, and no more. */
const MOST_TELLING = 2

/** The change of a number in words: `Up 490 (5.3%)`; of a day that goes on, `+20.7%`. */
export const changeWords = (kpi: KpiValue, formats: Formats): string => {
  const { likeForLike, sameHours } = kpi
  const compared = { ...kpi, ...likeForLike, ...sameHours }
  const { word, amount, signed } = changeText(compared, formats)
  if (sameHours !== undefined) {
    const change = computeChange(compared)
    const isTelling = change.kind !== 'changed' || Math.abs(change.ratio) <= MOST_TELLING
    return (isTelling ? signed?.percent : signed?.absolute) ?? word
  }
  return `${word}${amount === '' ? '' : ` ${amount}`}${likeForLike === undefined ? '' : ', comparable days'}`
}

/** Pixels of the fonts of a number and its change, as in kpi-number.module.css. */
const FONTS = { hero: { number: 32, change: 14 }, side: { number: 20, change: 12 } }
/** Pixels of the arrow of a change. */
const ARROW = 16
/** Pixels that a number next to the main one takes on average, and the main one with its gap. */
const SIDE = 130
const HERO = 170

/** Pixels between numbers next to each other, as in kpi-layout.module.css. */
const NUMBERS_GAP = 28

const kpiWidth = (kpi: KpiValue, size: keyof typeof FONTS, isCompared: boolean, formats: Formats): number => {
  const { number, change } = FONTS[size]
  const figure = textWidth(formats.figure(kpi.value, kpi.format), number)
  return Math.max(figure, isCompared ? textWidth(changeWords(kpi, formats), change) + ARROW : 0)
}

/** How many numbers fit next to the first, in a width in pixels, without being cut. */
export const fittingSides = (
  [hero, ...sides]: readonly KpiValue[],
  width: number,
  isCompared: boolean,
  formats: Formats,
): number => {
  if (hero === undefined) return 0
  const most = Math.min(sides.length, Math.max(0, Math.floor((width - HERO) / SIDE)))
  let left = width - kpiWidth(hero, 'hero', isCompared, formats)
  for (const [at, side] of sides.slice(0, most).entries()) {
    left -= NUMBERS_GAP + kpiWidth(side, 'side', isCompared, formats)
    if (left < 0) return at
  }
  return most
}
