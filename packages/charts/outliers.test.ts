import { expect, test } from 'vitest'
import { drawReport } from './report/draw-report.ts'
import { box, dimension, makeChartInput, measure } from './report/report-chart.fixture.ts'

/** The values that the chart calls out. */
const calledOut = (values: readonly (number | null)[]): readonly string[] => {
  const rows = values.map((value, position) => [`n${position}`, value])
  const drawing = drawReport(
    makeChartInput({ kind: 'line', columns: [dimension('name'), measure('netSales')], rows }),
    box,
  )
  return drawing?.chart.labels.flatMap(({ role, text }) => (role === 'callout' ? [text] : [])) ?? []
}

const calm = [10, 11, 9, 10, 12, 9, 10, 11, 10]

test.each([
  ['none among usual values', calm, []],
  ['a value far above', [...calm, 90], ['$90']],
  ['a value far below', [...calm, -70, null], ['−$70']],
  ['at most two, the farthest first', [80, ...calm, 90, 70], ['$90', '$80']],
  ['none among few values', [1, 1, 90], []],
  ['none where most values are equal', [5, 5, 5, 5, 5, 5, 5, 5, 90], []],
  ['none among nothing', [], []],
] as const)('%s', (_name, values, texts) => expect(calledOut(values)).toEqual(texts))
