import * as z from 'zod/mini'
import { REPORT_SHOWS } from '#domain/report-terms.ts'
import { titleSetting } from '../kit/settings.ts'
import { defineWidget, NO_PLAN } from '../kit/widget.ts'

const TITLE = 'Report'

const SHOW_OPTIONS = [
  { value: 'number', label: 'Number' },
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
  { value: 'pivot', label: 'Pivot table' },
] as const satisfies { value: (typeof REPORT_SHOWS)[number]; label: string }[]

export const report = defineWidget({
  type: 'report',
  title: TITLE,
  description: 'Any report as a number, chart, table, or pivot table',
  size: { w: 4, h: 7 },
  minSize: { w: 2, h: 3 },
  content: 'report',
  settings: z.object({
    title: titleSetting(TITLE),
    // The server checks it when it is saved and when it is queried.
    source: z.catch(z.nullable(z.record(z.string(), z.unknown())), null),
    show: z.catch(z.enum(REPORT_SHOWS), 'chart'),
    measure: z.catch(z.nullable(z.string()), null),
    relativeDate: z.optional(z.string()),
    from: z.optional(z.string()),
    until: z.optional(z.string()),
  }),
  fields: [{ name: 'show', label: 'Show as', control: { kind: 'select', options: SHOW_OPTIONS } }],
  plan: () => NO_PLAN,
})
