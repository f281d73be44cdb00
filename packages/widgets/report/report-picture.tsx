import { COMPARE_TITLES } from '#domain/ranges/comparison-mode.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { useNumberAction } from '#ui/number-action.tsx'
import { ReportChart } from '#ui/report-chart.tsx'
import { nameOfValue } from '../kit/cell-text.ts'
import { PivotTable } from '../kit/pivot-table.tsx'
import type { WidgetViewProps } from '../kit/widget-view.ts'
import classes from './report.module.css'
import { ReportTable } from './report-table.tsx'

/** Pixels of the legend, axis titles and notes around the plot of a chart. */
const AROUND_PLOT = 34
const MIN_PLOT = 80

/** A report as the chart, table or pivot that it is shown as. */
export const ReportPicture = ({ data, settings, range, compareRange, comparison, box }: WidgetViewProps) => {
  const explain = useNumberAction()
  const title = String(settings.title)
  const { report } = data
  if (report === undefined) return null
  if (report.show === 'pivot' && report.pivot !== undefined) {
    return (
      <PivotTable
        title={title}
        pivot={report.pivot}
        comparedWith={compareRange?.label ?? null}
        onExplain={explain && (({ row = {}, measure, aggregation = 'None' }) => explain({ row, measure, aggregation }))}
        isInTile
      />
    )
  }
  if (report.show === 'chart' && report.chart !== null) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      <section className={classes.chart} tabIndex={0}>
        <ReportChart
          chart={report.chart}
          columns={data.columns}
          rows={data.rows}
          previous={report.previous}
          previousName={comparison === null ? undefined : COMPARE_TITLES[comparison.mode].toLowerCase()}
          range={range}
          today={localDayOf(Date.now(), report.timeZone)}
          nameOf={nameOfValue}
          height={Math.max(MIN_PLOT, box.height - AROUND_PLOT)}
        />
      </section>
    )
  }
  return <ReportTable {...{ title, data, report }} comparedWith={compareRange?.label ?? null} />
}
