import { VisuallyHidden } from '@mantine/core'
import { useRef } from 'react'
import { MISSING } from '#charts/value-format.ts'
import type { Cell, CellPlace, PivotResult, ResultColumn } from '#contract/reports.ts'
import { totalText } from '#domain/report-terms.ts'
import { changeText } from '#ui/comparison.ts'
import { useEdgeFade } from '#ui/edge-fade.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { cellText } from './cell-text.ts'
import { pivotHeaders, shownIndexes } from './pivot-head.ts'
import classes from './pivot-table.module.css'

type Row = PivotResult['rows'][number]

interface PivotTableProps {
  readonly title: string
  readonly pivot: PivotResult
  /** the comparison in words; null: none */
  readonly comparedWith: string | null
  /** null: numbers are not explained */
  readonly onExplain: ((cell: CellPlace) => void) | null
  /** columnIds of the measures that are shown; default: all */
  readonly shown?: readonly string[]
  /** takes the height of its container instead of a page's */
  readonly isInTile?: boolean
}

const pairColumns = (columns: readonly ResultColumn[], values: readonly Cell[]): [string, Cell][] =>
  values.map((value, index) => [columns[index]?.columnId ?? '', value])

/** Headers of the values across, and of the measures below them; one measure is above them all. */
const PivotHead = ({ pivot, measures }: { pivot: PivotResult; measures: readonly ResultColumn[] }) => {
  const formats = useFormats()
  const { columnColumns, columns } = pivot
  const rowColumns = pivot.rowColumns.filter(({ keyOf }) => keyOf === undefined)
  const above = measures.slice(measures.length === 1 ? 0 : 1, 1)
  const whole = { key: 'measure', span: columns.length, depth: 1 }
  const levels = [...above.map((one) => [{ ...whole, value: { cell: one.displayName } }]), ...pivotHeaders(pivot)]
  const indexes = [...above.map(() => -1), ...shownIndexes(columnColumns)]
  const height = levels.length + 1 - above.length
  return (
    <thead>
      {levels.map((headers, level) => (
        <tr key={indexes[level]}>
          {level > 0 ? null : rowColumns.length === 0 ? (
            <td rowSpan={height} />
          ) : (
            rowColumns.map(({ columnId, displayName }) => (
              <th key={columnId} scope="col" rowSpan={height}>
                {displayName}
              </th>
            ))
          )}
          {headers.map(({ key, value, span, depth }) => {
            const column = columnColumns[indexes[level] ?? 0]
            const text = value === null ? 'Total' : column ? cellText(column, value.cell, formats, true) : value.cell
            return (
              <th
                key={key}
                scope="colgroup"
                className={level === height - 1 ? classes.measure : classes.across}
                data-total={value === null}
                colSpan={span * measures.length}
                rowSpan={depth}
              >
                {text}
              </th>
            )
          })}
        </tr>
      ))}
      <tr hidden={above.length > 0}>
        {columns.flatMap((position) =>
          measures.map(({ columnId, aggregation, displayName }) => (
            <th
              key={`${JSON.stringify(position)} ${columnId} ${aggregation}`}
              scope="col"
              className={classes.measure}
              data-total={position.length < columnColumns.length}
            >
              {displayName}
            </th>
          )),
        )}
      </tr>
    </thead>
  )
}

/** Headers of a row; values that repeat those of the row above are muted. */
const RowHeaders = ({ pivot, row, above }: { pivot: PivotResult; row: Row; above: Row | undefined }) => {
  const formats = useFormats()
  const { rowColumns } = pivot
  const { values } = row
  const indexes = shownIndexes(rowColumns)
  const named = indexes.filter((index) => index < values.length)
  const rest = Math.max(1, indexes.length) - named.length
  // of a name also its key, which ends where the next shown column begins
  const upTo = (index: number): number => indexes.find((one) => one > index) ?? rowColumns.length
  const isRepeated = (index: number): boolean =>
    above !== undefined &&
    above.values.length > index &&
    JSON.stringify(above.values.slice(0, upTo(index))) === JSON.stringify(values.slice(0, upTo(index)))
  return (
    <>
      {named.map((index) => {
        const column = rowColumns[index]
        return column === undefined ? null : (
          <th key={column.columnId} scope="row" data-repeated={isRepeated(index)}>
            {cellText(column, values[index] ?? null, formats, true)}
          </th>
        )
      })}
      {rest === 0 ? null : (
        <th scope="row" colSpan={rest}>
          {pivot.measures.some(({ additive }) => additive) ? 'Total' : 'Overall'}
        </th>
      )}
    </>
  )
}

interface PivotCellProps {
  readonly measure: ResultColumn
  readonly cell: Cell | undefined
  readonly previous: Cell | undefined
  readonly isTotal: boolean
  readonly isCompared: boolean
  readonly onExplain: (() => void) | null
}

type PivotChangeProps = Pick<PivotCellProps, 'measure' | 'cell' | 'previous'>

/** The change below a number in percent, colored by whether it is good; the earlier number is in its tooltip. */
const PivotChange = ({ measure, cell, previous }: PivotChangeProps) => {
  const formats = useFormats()
  const { format, goodDirection } = measure
  const change = changeText({ value: numberOf(cell), previous: numberOf(previous), format, goodDirection }, formats)
  const before = numberOf(previous) === null ? MISSING : cellText(measure, previous ?? null, formats, true)
  return (
    <span className={classes.change} data-verdict={change.verdict} title={`Before: ${before}`}>
      {change.signed?.percent ?? change.word}
    </span>
  )
}

const numberOf = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null)

const PivotCell = ({ measure, cell, previous, isTotal, isCompared, onExplain }: PivotCellProps) => {
  const formats = useFormats()
  const isBlank = cell === null || cell === undefined
  const hasChange = isCompared && !(isBlank && numberOf(previous) === null)
  const value = isBlank ? '' : cellText(measure, cell, formats, true)
  const shown = isTotal && !isBlank ? totalText(value, measure.totalAggregation) : value
  return (
    <td data-total={isTotal}>
      {isBlank || onExplain === null ? (
        <span className={classes.plain}>{isBlank && hasChange ? '–' : shown}</span>
      ) : (
        <button type="button" className={classes.number} onClick={onExplain}>
          {shown}
          <VisuallyHidden>, how this number is calculated</VisuallyHidden>
        </button>
      )}
      {hasChange ? <PivotChange {...{ measure, cell, previous }} /> : null}
    </td>
  )
}

/** A report's groups on two axes with subtotals. */
export const PivotTable = ({ title, pivot, comparedWith, onExplain, shown, isInTile = false }: PivotTableProps) => {
  const ref = useRef<HTMLElement>(null)
  useEdgeFade(ref)
  const { rowColumns, columnColumns, columns, rows } = pivot
  const { length } = pivot.measures
  const measures = pivot.measures.filter(({ columnId }) => shown?.includes(columnId) !== false)
  const isCompared = comparedWith !== null
  const isTotalRow = ({ values }: Row): boolean => values.length < Math.max(1, rowColumns.length)
  const explain = (row: Row, position: readonly Cell[], { columnId, aggregation }: ResultColumn) =>
    onExplain === null
      ? null
      : () =>
          onExplain({
            row: Object.fromEntries([...pairColumns(rowColumns, row.values), ...pairColumns(columnColumns, position)]),
            measure: columnId,
            aggregation,
          })
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling table is moved by keyboard */}
      <section ref={ref} className={classes.box} data-in-tile={isInTile} aria-label={title} tabIndex={0}>
        <table className={classes.table}>
          <caption>
            <VisuallyHidden>{title}</VisuallyHidden>
          </caption>
          <PivotHead pivot={pivot} measures={measures} />
          <tbody>
            {rows.map((row, index) => (
              <tr key={JSON.stringify(row.values)} data-total={isTotalRow(row)}>
                <RowHeaders {...{ pivot, row }} above={rows[index - 1]} />
                {columns.flatMap((position, place) =>
                  measures.map((measure) => (
                    <PivotCell
                      key={`${JSON.stringify(position)} ${measure.columnId} ${measure.aggregation}`}
                      measure={measure}
                      cell={row.cells[place * length + pivot.measures.indexOf(measure)]}
                      previous={row.previous?.[place * length + pivot.measures.indexOf(measure)]}
                      isTotal={isTotalRow(row) || position.length < columnColumns.length}
                      isCompared={isCompared}
                      onExplain={explain(row, position, measure)}
                    />
                  )),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {isCompared && !isInTile ? <p className={classes.note}>Percentages: change from {comparedWith}.</p> : null}
    </>
  )
}
