import type { WidgetData } from '#contract/dashboards.ts'
import { type Cell, isShownColumn, type ResultColumn } from '#contract/reports.ts'
import { formatCode } from '#domain/code-labels.ts'
import { DataTable } from '#ui/data-table.tsx'
import { useFormats } from '#ui/formats-context.tsx'
import type { NumberCoordinate } from '#ui/number-action.tsx'

const isMonth = (text: string): boolean => /^\d{4}-\d{2}$/.test(text)
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

const kpiCoordinate = ({ kpis }: WidgetData, at: number): NumberCoordinate | null => {
  const kpi = kpis[at]
  return kpi === undefined || kpi.value === null ? null : { measure: kpi.metric, row: {} }
}

/** A number by the dimensions of its row; without dimensions it would look like a number of the whole tile. */
const cellCoordinate = ({ columns, rows }: WidgetData, at: number, index: number): NumberCoordinate | null => {
  const column = columns[index]
  const row = rows[at]
  if (column?.kind !== 'measure' || typeof row?.[index] !== 'number') return null
  const groups = columns.flatMap(({ columnId, kind }, of) =>
    kind === 'dimension' ? [[columnId, row[of] ?? null]] : [],
  )
  return groups.length === 0 ? null : { measure: column.columnId, row: Object.fromEntries(groups) }
}

/** The data of a tile's chart as a table; the KPIs if a widget has no rows. */
export const WidgetTable = ({ data, title }: { data: WidgetData; title: string }) => {
  const formats = useFormats()
  const write = (cell: Cell | undefined, column: ResultColumn): Cell => {
    if (column.kind === 'measure') return cell ?? null
    const name = formatCode(column.columnId, cell)
    if (isMonth(name)) return formats.month(name, 'full')
    return isDay(name) ? formats.day(name, 'full') : name
  }
  const shown = data.columns.map((column, index) => ({ column, index })).filter(({ column }) => isShownColumn(column))
  if (data.rows.length === 0) {
    return (
      <DataTable
        caption={title}
        columns={[
          { key: 'label', title: 'Number', format: 'text' },
          { key: 'value', title: 'Value', format: 'text' },
        ]}
        rows={data.kpis.map(({ label, value, format }) => [label, formats.value(value, format)])}
        placeOf={(row, column) => (column === 1 ? kpiCoordinate(data, row) : null)}
      />
    )
  }
  return (
    <DataTable
      caption={title}
      columns={shown.map(({ column: { columnId, displayName, kind, format } }) => ({
        key: columnId,
        title: displayName,
        format: kind === 'measure' ? format : 'text',
      }))}
      rows={data.rows.map((row) => shown.map(({ column, index }) => write(row[index], column)))}
      placeOf={(row, column) => cellCoordinate(data, row, shown[column]?.index ?? column)}
    />
  )
}
