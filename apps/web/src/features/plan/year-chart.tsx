import { Paper } from '@mantine/core'
import type { Pace } from '#contract/plans.ts'
import { monthLabel } from '#domain/ranges/local-day.ts'
import { plannableMeasure } from '#domain/winery-plan.ts'
import { BarChart } from '#ui/charts.tsx'
import { Legend, legendHeight, useHiddenSeries } from '#ui/legend.tsx'
import { useBox } from '#ui/tile-frame.tsx'
import type { Editing } from './plan-draft.ts'

interface YearChartProps extends Editing {
  readonly pace: Pace | undefined
}

const HEIGHT = 220
/** Of forecasts: lighter than that of actual values. */
const LIGHT = 4

/** What each month was planned to bring, brought, and is expected to bring. */
export const YearChart = ({ measure, months, planned, actual, pace }: YearChartProps) => {
  const [ref, box] = useBox<HTMLDivElement>()
  const expected = pace ? [pace, ...pace.ahead] : []
  const forecast = months.map((month) => expected.find((one) => one.month === month)?.forecast ?? null)
  const all = [
    { name: 'Plan', values: planned, color: 0, isComparison: true },
    { name: 'Forecast', values: forecast, color: LIGHT, isForecast: true },
    { name: 'Actual', values: actual, color: 0 },
  ].filter(({ values }) => values.some((value) => value !== null))
  const { hidden, toggle } = useHiddenSeries(all.map(({ name }) => name))
  const titles = months.map((month) => monthLabel(month.slice(0, 7)))
  const width = box?.width ?? 0
  const { title, unit } = plannableMeasure(measure.measure)
  return (
    <Paper withBorder p="md" miw={0} hidden={all.length === 0}>
      <div ref={ref} style={{ minHeight: HEIGHT }}>
        {width > 0 && <Legend entries={all} hasBars {...{ width, hidden }} onToggle={toggle} />}
        <BarChart
          titles={titles}
          format={unit === 'money' ? 'currency' : 'integer'}
          data={{
            categories: titles.map((month) => month.slice(0, 3)),
            series: all.filter((one) => !hidden.has(one.name)),
          }}
          box={{ width, height: HEIGHT - legendHeight(all, width) }}
          mode="stacked"
          summary={`${title} by month: plan, actual, and forecast. Use the arrow keys to read them.`}
        />
      </div>
    </Paper>
  )
}
