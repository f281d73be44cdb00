import { expect, test } from 'vitest'
import { dashboardSvg } from './dashboard-picture.ts'
import { rasterize } from './rasterize.ts'

const draw = (title: string) => {
  const nothing = { dates: null, kpis: [], rows: [], goal: null, note: null, problem: null, charts: () => [] }
  return rasterize(dashboardSvg([{ ...nothing, title }]) ?? '', new AbortController().signal)
}

test('a title that begins in Hebrew runs from right to left', async () => {
  const [hebrew, marked] = await Promise.all([draw('יין (Galil) 750'), draw('\u2067יין (Galil) 750\u2069')])
  expect(hebrew.equals(marked)).toBe(true)
})
