import type { Formats } from '#charts/value-format.ts'
import { changeText } from '#ui/comparison.ts'
import { comparedWith } from '#widgets/kit/chart-text.ts'
import type { TileResult } from '../tile-state.ts'
import type { TileTexts } from './tile-svg.ts'

/** The texts around the charts of a tile: title, numbers, dates and age of the data. */
export const tileTexts = (title: string, result: TileResult, formats: Formats): TileTexts => {
  const { data, range, asOf } = result
  const compared = comparedWith(result, formats)
  const [hero, ...others] = data.kpis
  const change = (kpi: NonNullable<typeof hero>): string => {
    if (compared === null) return ''
    const { word, amount } = changeText(kpi, formats)
    return ` (${[word, amount].filter((part) => part !== '').join(' ')})`
  }
  const dates = range === null ? 'All time' : formats.range(range.from, range.until)
  const facts = [dates, compared === null ? '' : `compared with ${compared}`]
  return {
    head: [
      { text: title, size: 16, weight: 600 },
      ...(hero === undefined
        ? []
        : [
            { text: hero.label, size: 12, isMuted: true },
            { text: `${formats.figure(hero.value, hero.format)}${change(hero)}`, size: 24, weight: 600 },
          ]),
      ...others.map((kpi) => ({
        text: `${kpi.label}: ${formats.figure(kpi.value, kpi.format)}${change(kpi)}`,
        size: 13,
      })),
    ],
    foot: [
      { text: facts.filter((fact) => fact !== '').join(', '), size: 12, isMuted: true },
      ...(asOf === null ? [] : [{ text: `As of ${formats.instant(asOf)}`, size: 12, isMuted: true }]),
    ],
  }
}
