import type { WidgetData } from '#contract/dashboards.ts'
import type { Cell, ResultColumn } from '#contract/reports.ts'
import { labelOf } from '#domain/code-labels.ts'
import { DataTable } from '#ui/data-table.tsx'
import { useFormats } from '#ui/formats-context.tsx'

const isMonth = (text: string): boolean => /^\d{4}-\d{2}$/.test(text)
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** The numbers behind a tile's picture as a table; the KPIs where a widget has no rows. */
export const WidgetTable = ({ data, title }: { data: WidgetData; title: string }) => {
  const formats = useFormats()
  const write = (cell: Cell | undefined, column: ResultColumn): Cell => {
    if (column.kind === 'measure') return cell ?? null
    const name = labelOf(column.columnId, cell)
    if (isMonth(name)) return formats.month(name, 'full')
    return isDay(name) ? formats.day(name, 'full') : name
  }
  if (data.rows.length === 0) {
    return (
      <DataTable
        caption={title}
        columns={[
          { key: 'label', title: 'Number', format: 'text' },
          { key: 'value', title: 'Value', format: 'text' },
        ]}
        rows={data.kpis.map(({ label, value, format }) => [label, formats.value(value, format)])}
      />
    )
  }
  return (
    <DataTable
      caption={title}
      columns={data.columns.map(({ columnId, displayName, kind, format }) => ({
        key: columnId,
        title: displayName,
        format: kind === 'measure' ? format : 'text',
      }))}
      rows={data.rows.map((row) => data.columns.map((column, place) => write(row[place], column)))}
    />
  )
}
