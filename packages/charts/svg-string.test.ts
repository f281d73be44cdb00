import { expect, test } from 'vitest'
import { barChart } from './bar-chart.ts'
import { toSvgString } from './svg-string.ts'

test('a chart as text is one well-formed element with its title, and names cannot break out of it', () => {
  const data = { categories: ['<b>&"', 'Feb'], series: [{ name: '', values: [1, 2], color: 0 }] }
  const svg = toSvgString(barChart({ data, box: { width: 300, height: 120 }, mode: 'grouped', writeTick: String }), {
    title: 'Sales & "more"',
  })
  expect(svg).toMatch(/^<svg .*<title>Sales &amp; &quot;more&quot;<\/title>.*<\/svg>$/)
  expect(svg).toContain('&lt;b&gt;')
  expect(svg.match(/<rect/g)).toHaveLength(2)
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
})
