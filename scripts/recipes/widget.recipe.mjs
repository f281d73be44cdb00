/** What adding a widget takes: new files in one folder, and edits elsewhere. Applied to a copy of the tree by scripts/recipes.test.ts. */
export const recipe = {
  kind: 'widget',
  folder: 'packages/widgets/sample-widget/',
  newFiles: {
    'packages/widgets/sample-widget/sample-widget.widget.ts': `import { grouped, kpi } from '../kit/planned-query.ts'
import { compareField, compareMode, compareWithField, periodField, periodSettings } from '../kit/settings.ts'
import { defineWidget } from '../kit/widget.ts'

export const sampleWidget = defineWidget('sampleWidget', 'Average order by state', {
  description: 'Net sales per order, by state',
  size: { w: 3, h: 4 },
  minSize: { w: 2, h: 3 },
  settings: periodSettings,
  fields: [periodField, compareField, compareWithField],
  chart: () => ({ kind: 'breakdown', measureId: 'averageOrder' }),
  plan: (settings) => ({
    range: settings.periodType,
    compare: compareMode(settings),
    kpis: { reportType: 'Orders', rangeColumn: 'orderDate', items: [kpi('averageOrder')] },
    rows: grouped({
      reportType: 'Orders',
      rangeColumn: 'orderDate',
      by: ['state'],
      measures: ['averageOrder', 'orderCount'],
      largestFirst: 'averageOrder',
    }),
  }),
})
`,
    'packages/widgets/sample-widget/sample-widget.view.tsx': `import { BreakdownView } from '../kit/breakdown-view.tsx'
import type { WidgetView, WidgetViewProps } from '../kit/widget-view.ts'

const SampleWidgetView = (props: WidgetViewProps) => <BreakdownView {...props} measureId="averageOrder" />

export const view: WidgetView = { View: SampleWidgetView, skeleton: 'numbers', frame: 'titled' }
`,
    'packages/widgets/sample-widget/sample-widget.fixture.ts': `import { sampleComparison, sampleDimension, sampleKpi, sampleMeasure, sampleRange } from '../kit/fixture-columns.ts'
import type { WidgetFixture } from '../kit/widget-view.ts'

export const fixture: WidgetFixture = {
  settings: { periodType: 'qtd', compareLastPeriod: true },
  range: sampleRange('2026-10-01', '2026-11-18', 'Quarter to date'),
  compareRange: sampleRange('2026-07-01', '2026-08-18', 'Quarter before', false),
  comparison: sampleComparison('previousPeriod'),
  data: {
    kpis: [sampleKpi('averageOrder', 'Average order', 'currency', [152.59, 146.1])],
    columns: [
      sampleDimension('state', 'State'),
      sampleMeasure('averageOrder', 'Average order', 'currency'),
      sampleMeasure('orderCount', 'Orders', 'integer'),
    ],
    rows: [
      ['CA', 212.4, 402],
      ['OR', 168.9, 311],
      ['WA', 151.2, 44],
      ['NY', 118.7, 1133],
    ],
  },
}
`,
  },
  edits: [
    {
      file: 'packages/widgets/registry.ts',
      list: false,
      after: "import { salesSummary } from './sales-summary/sales-summary.widget.ts'",
      insert: "import { sampleWidget } from './sample-widget/sample-widget.widget.ts'",
    },
    { file: 'packages/widgets/registry.ts', list: true, after: 'customerLtv,', insert: '  sampleWidget,' },
  ],
}
