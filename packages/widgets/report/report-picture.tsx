import { COMPARE_TITLES } from '#domain/ranges/comparison-mode.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { useNumberAction } from '#ui/number-action.tsx'
import { ReportChart } from '#ui/report-chart.tsx'
import { nameOfValue } from '../kit/cell-text.ts'
import { PivotTable } from '../kit/pivot-table.tsx'
import type { WidgetViewProps } from '../kit/widget-view.ts'
import classes from './report.module.css'
import { ReportTable } from './report-table.tsx'

/** Height in pixels from which a tile has room for the title of its chart. */
const TITLED = 160

/** A report as the chart, table or pivot that it is shown as. */
export const ReportPicture = ({ data, settings, range, compareRange, comparison, box }: WidgetViewProps) => {
  const explain = useNumberAction()
  const title = String(settings.title)
  const hasTitle = box.height >= TITLED
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
          hasEveryGroup={report.hasEveryGroup}
          previousName={comparison === null ? undefined : COMPARE_TITLES[comparison.mode].toLowerCase()}
          range={range}
          today={localDayOf(Date.now(), report.timeZone)}
          nameOf={nameOfValue}
          height={box.height}
          isWhole
          hasTitle={hasTitle}
        />
      </section>
    )
  }
  return <ReportTable {...{ title, data, report }} comparedWith={compareRange?.label ?? null} />
}
