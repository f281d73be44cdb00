import { expect, test } from 'vitest'
import { ALL_WIDGETS, widgetByType } from '../registry.ts'

test.each([
  ['a period that is known', 'sales', { periodType: 'ytd' }, { periodType: 'ytd' }],
  ['the quarter for one that is not', 'sales', { periodType: 'decade' }, { periodType: 'qtd' }],
  ['this month for missing dates', 'clubSignup', {}, { dateRange: 'ThisMonth' }],
  ['a comparison only if it is on', 'sales', { compareLastPeriod: 'yes' }, { compareLastPeriod: false }],
  [
    'the previous period for tiles without a choice',
    'sales',
    { compareLastPeriod: true },
    { compareWith: 'previousPeriod' },
  ],
  ['a title without its blanks', 'goal', { title: ' Spring ' }, { title: 'Spring' }],
  ['the own title for a blank one', 'goal', { title: '  ' }, { title: 'Goal' }],
  ['the own title for one of more than 200 characters', 'goal', { title: 'x'.repeat(201) }, { title: 'Goal' }],
  ['no text for one of more than 3,000 characters', 'text', { text: 'x'.repeat(3001) }, { text: '' }],
  ['a report as it is stored', 'report', { source: { builtin: 'a/b' } }, { source: { builtin: 'a/b' }, show: 'chart' }],
  ['no report for a list', 'report', { source: [1] }, { source: null }],
  ['dates of a report', 'report', { relativeDate: 'ThisYear', from: 7 }, { relativeDate: 'ThisYear' }],
])('reads %s', (_, type, props, expected) => {
  const read = widgetByType(type)?.parseSettings(props)
  expect(read).toMatchObject(expected)
  expect(read).not.toHaveProperty('from')
})

test.each(ALL_WIDGETS.map((widget) => [widget.type, widget] as const))(
  '%s: what is read reads the same again, unknown props are dropped, and anything is accepted',
  (_, widget) => {
    const read = widget.parseSettings({ title: 'Mine', unknown: 1 })
    expect(widget.parseSettings(read)).toEqual(read)
    expect(read).not.toHaveProperty('unknown')
    expect(widget.parseSettings(null)).toMatchObject({ title: widget.title })
  },
)
