import type { WidgetData } from '#contract/dashboards.ts'
import { type Cell, isShownColumn, type ResultColumn } from '#contract/reports.ts'
import { DataTable } from '#ui/data-table.tsx'
import { useFormats } from '#ui/formats-context.tsx'
import type { NumberCoordinate } from '#ui/number-action.tsx'
import { cellText, isAmount, namedPage } from '../kit/cell-text.ts'
import classes from './report.module.css'

type TileReport = NonNullable<WidgetData['report']>

interface ReportTableProps {
  readonly title: string
  readonly data: WidgetData
  readonly report: TileReport
  /** name of the compared range; null: none */
  readonly comparedWith: string | null
}

/** A column of the table: a column of the result, or its values of the compared range. */
interface Shown {
  readonly column: ResultColumn
  readonly index: number
  readonly isPrevious: boolean
}

const shownColumns = (columns: readonly ResultColumn[], isCompared: boolean): Shown[] =>
  columns.flatMap((column, index) =>
    isShownColumn(column)
      ? [
          { column, index, isPrevious: false },
          ...(isCompared && isAmount(column) ? [{ column, index, isPrevious: true }] : []),
        ]
      : [],
  )

/** Only numbers of groups are explained: a record is its own explanation. */
const numberCoordinate = ({ columns, rows }: WidgetData, { groupColumns }: TileReport, at: number, shown: Shown) => {
  const { column, index, isPrevious } = shown
  const value = rows[at]?.[index]
  if (isPrevious || groupColumns.length === 0 || column.kind !== 'measure' || typeof value !== 'number') return null
  const groups = groupColumns.map((name): [string, Cell | undefined] => [
    name,
    rows[at]?.[columns.findIndex(({ columnId }) => columnId.toLowerCase() === name.toLowerCase())],
  ])
  const known = groups.flatMap(([name, cell]): [string, Cell][] => (cell === undefined ? [] : [[name, cell]]))
  if (known.length < groups.length) return null
  return {
    measure: column.columnId,
    row: Object.fromEntries(known),
    aggregation: column.aggregation,
  } satisfies NumberCoordinate
}

/** The first rows of a report, next to those of the compared range. */
export const ReportTable = ({ title, data, report, comparedWith }: ReportTableProps) => {
  const formats = useFormats()
  const isGrouped = report.groupColumns.length > 0
  const shown = shownColumns(data.columns, report.previous !== undefined && comparedWith !== null)
  const hidden = report.rowCount - data.rows.length
  return (
    <div className={classes.table}>
      <DataTable
        caption={title}
        columns={shown.map(({ column, isPrevious }) => ({
          key: `${column.columnId} ${column.aggregation} ${isPrevious}`,
          title: isPrevious ? `${column.displayName}, ${comparedWith}` : column.displayName,
          format: 'text',
          isNumeric: isAmount(column),
        }))}
        rows={data.rows.map((row, at) =>
          shown.map(({ column, index, isPrevious }) =>
            cellText(column, (isPrevious ? report.previous?.[at] : row)?.[index], formats, isGrouped),
          ),
        )}
        hrefOf={(row, at) => namedPage(shown[at]?.column, data.columns, data.rows[row] ?? [])}
        placeOf={(row, column) => {
          const at = shown[column]
          return at === undefined ? null : numberCoordinate(data, report, row, at)
        }}
      />
      {hidden > 0 ? (
        <p className={classes.note}>
          First {data.rows.length} of {formats.value(report.rowCount, 'integer')} rows
        </p>
      ) : null}
    </div>
  )
}
