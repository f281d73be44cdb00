import { expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import { fittingSides } from './kpi-fit.ts'

const formats = createFormats({ culture: 'en-US', currency: 'USD' })
const kpi = (value: number, previous: number, format: string) => ({
  metric: 'm',
  label: 'Net sales',
  value,
  previous,
  format,
  goodDirection: 'up' as const,
})
const kpis = [kpi(1_465_359, 1_346_830, 'currency'), kpi(9716, 9226, 'integer'), kpi(152.6, 147.7, 'currency')]
const fitting = (width: number, isCompared = true): number => fittingSides(kpis, width, isCompared, formats)

test('numbers stand next to the main one only where their changes are not cut', () => {
  expect([fitting(200), fitting(302), fitting(340), fitting(480)]).toEqual([0, 0, 1, 2])
})

test('without changes there is room for more', () => {
  expect(fitting(302, false)).toBe(1)
})

test('no more than there are', () => {
  expect([fitting(2000), fittingSides([], 2000, true, formats)]).toEqual([2, 0])
})
