import { REPORT_SHOWS } from '#domain/report-terms.ts'
import { allowedOrFirst } from '../kit/settings.ts'
import { defineWidget, NO_PLAN, type StoredProps } from '../kit/widget.ts'

const SHOW_OPTIONS = [
  { value: 'number', label: 'Number' },
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
  { value: 'pivot', label: 'Pivot table' },
] as const satisfies { value: (typeof REPORT_SHOWS)[number]; label: string }[]

/** Days of the tile's own; absent: the dashboard's. */
const DATES = ['relativeDate', 'from', 'until'] as const

const isSource = (value: unknown): value is StoredProps =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const report = defineWidget('report', 'Report', {
  description: 'Any report as a number, chart, table, or pivot table',
  size: { w: 4, h: 7 },
  content: 'report',
  settings: (props) => ({
    // The server checks it when it is saved and when it is queried.
    source: isSource(props.source) ? props.source : null,
    show: allowedOrFirst(props.show, ['chart', ...REPORT_SHOWS]),
    measure: typeof props.measure === 'string' ? props.measure : null,
    ...Object.fromEntries(DATES.flatMap((name) => (typeof props[name] === 'string' ? [[name, props[name]]] : []))),
  }),
  fields: [{ name: 'show', label: 'Show as', control: { kind: 'select', options: SHOW_OPTIONS } }],
  plan: () => NO_PLAN,
})
