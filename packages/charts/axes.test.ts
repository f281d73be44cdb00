import { describe, expect, test } from 'vitest'
import { categoryLabels, layoutFrame } from './axes.ts'
import type { WriteTick } from './chart.ts'
import { fitText, textWidth } from './text-measure.ts'

/** The scale of a plot 200 pixels high. */
const valueScale = (extent: readonly [number, number], writeTick: WriteTick = String) =>
  layoutFrame({ width: 300, height: 200 }, extent, writeTick, { hasAxes: false, labels: [0, 0] }).scale

describe('axes', () => {
  test('ticks are round, cover the values and include zero', () => {
    const { ticks, at } = valueScale([0, 189_480])
    expect(ticks).toEqual([0, 50_000, 100_000, 150_000, 200_000])
    expect(at(189_480)).toBeGreaterThanOrEqual(0)
  })

  test('a slightly negative value takes little space', () => {
    const { at } = valueScale([-2000, 150_000])
    expect(at(0)).toBeGreaterThan(190)
    expect(at(-2000)).toBe(200)
  })

  test('writes ticks with equal labels once', () => {
    const whole = (value: number): string => value.toFixed(0)
    const texts = valueScale([0, 1], whole).ticks.map(whole)
    expect(texts).toEqual([...new Set(texts)])
  })

  test('labels never touch', () => {
    const names = Array.from({ length: 31 }, (_, day) => `Nov ${day + 1}`)
    const labels = categoryLabels(names, (index) => 40 + index * 12, 100, [30, 405])
    expect(labels.length).toBeGreaterThan(3)
    for (const [index, label] of labels.slice(1).entries()) {
      const before = labels[index]
      const gap = label.x - (before?.x ?? 0) - (textWidth(label.text) + textWidth(before?.text ?? '')) / 2
      expect(gap).toBeGreaterThan(0)
    }
  })

  test('truncates a label with an ellipsis, or omits it if no letter fits', () => {
    expect(fitText('Tasting room', 200)).toBe('Tasting room')
    expect(fitText('Tasting room', 50)).toMatch(/^Tast.*…$/)
    expect(textWidth(fitText('Tasting room', 50))).toBeLessThanOrEqual(50)
    expect(fitText('Tasting room', 5)).toBe('')
    // Twelve pixels a character.
    expect([fitText('甲州葡萄酒', 48), fitText('山田花子', 48)]).toEqual(['甲州葡…', '山田花子'])
  })
})
