/** What adding a kind of insight takes: new files in one folder, and edits elsewhere. Applied to a copy of the tree by scripts/recipes.test.ts. */
export const recipe = {
  kind: 'insight-kind',
  folder: 'packages/insights/kinds/sample-kind/',
  newFiles: {
    'packages/insights/kinds/sample-kind/sample-kind.insight.ts': `import { seriesOf } from '../../account/history.ts'
import { ACCOUNT } from '../../account/metric.ts'
import { defineInsight, type InsightBase } from '../../insight/define-insight.ts'
import { measuredFigure } from '../../insight/figure.ts'
import { untilOf } from '../../series/series.ts'

export interface SampleKindInsight extends InsightBase {
  readonly kind: 'sampleKind'
}

export const sampleKind = defineInsight('sampleKind', 'Sample kind', {
  description: 'Net sales of the whole history.',
  icon: 'IconChartLine',
  inputs: ['series'],
  detect: (_input, { history }): SampleKindInsight[] => {
    const sales = seriesOf(history, 'netSales', ACCOUNT)
    if (sales === null) return []
    const period = { from: sales.days.from, until: untilOf(sales.days) }
    const value = sales.days.values.reduce((sum, day) => sum + day, 0)
    const total = measuredFigure('total', value, { metric: 'netSales', subject: ACCOUNT, range: period })
    return [
      {
        kind: 'sampleKind',
        key: \`sampleKind \${period.until}\`,
        subject: ACCOUNT,
        period,
        figures: [total],
        stake: total.value,
        confidence: 1,
        unusual: null,
      },
    ]
  },
  describe: () => ({
    title: 'Net sales so far',
    sentences: ['Net sales came to {total} over {period}.'],
    unusual: null,
    advice: ['Keep doing what you’re doing.'],
    tone: 'neutral',
  }),
  chart: () => ({ metric: 'netSales', subject: ACCOUNT, grain: 'week' }),
  actions: () => [],
  figureLabels: { total: 'Net sales' },
})
`,
    'packages/insights/kinds/sample-kind/sample-kind.fixture.ts': `import type { Sample } from '../../insight/sample.fixture.ts'
import type { SampleKindInsight } from './sample-kind.insight.ts'

export const sample: Sample<SampleKindInsight> = ({ measured }) => ({ figures: [measured('total', 'netSales')] })
`,
  },
  edits: [
    {
      file: 'packages/insights/registry.ts',
      after: "import { releaseOutlookInsight } from './kinds/release-outlook/release-outlook.insight.ts'",
      insert: "import { sampleKind } from './kinds/sample-kind/sample-kind.insight.ts'",
    },
    { file: 'packages/insights/registry.ts', list: true, after: 'dataProblem,', insert: '  sampleKind,' },
  ],
}
