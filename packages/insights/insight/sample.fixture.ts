import { METRICS, type MetricId, type Subject } from '../account/metric.ts'
import type { DayRange } from '../series/series.ts'
import type { InsightBase } from './define-insight.ts'
import { computed, countedFigure, type Figure, forecastFigure, measuredFigure } from './figure.ts'

export type Random = () => number

/** Seeded random numbers from 0 to 1. */
export const seededRandom = (seed: number): Random => {
  let state = (seed * 2_654_435_761) >>> 0
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296
  }
}

export const pick = <T>(random: Random, [first, ...others]: readonly [T, ...T[]]): T =>
  others[Math.floor(random() * (others.length + 1)) - 1] ?? first

export const randomAmount = (random: Random): number => Math.floor(random() ** 4 * 1e9)

/** The context of a sample: subject, metric and range, with random figures. */
export const sampleKit = (random: Random, about: { subject: Subject; metric: MetricId; range: DayRange }) => {
  const { subject, metric, range } = about
  const { unit } = METRICS[metric]
  const minus = (id: string, figureUnit: Figure['unit'], of: readonly Figure[]): Figure =>
    computed({ id, unit: figureUnit, rule: 'difference', of })
  const measured = (id: string, of: MetricId = metric): Figure =>
    measuredFigure(id, randomAmount(random), { metric: of, subject, range })
  const forecast = (id: string): Figure =>
    forecastFigure(id, Math.round(random() * 1e7) / 10, 'expected', { metric, subject, range })
  const counted = (id: string, figureUnit: Figure['unit'] = 'count'): Figure => {
    const value = figureUnit === 'share' ? random() : Math.round(random() * 3000) / (figureUnit === 'weeks' ? 10 : 1)
    return countedFigure(id, value, { what: 'things', subject, range: null }, figureUnit)
  }
  return { ...about, random, unit, minus, measured, forecast, counted }
}

export type SampleKit = ReturnType<typeof sampleKit>

/** The figures and kind-specific fields of a generated insight: `sample` of each kind's `<kind>.fixture.ts`. */
export type Sample<Facts extends InsightBase> = (kit: SampleKit) => Omit<Facts, Exclude<keyof InsightBase, 'figures'>>
