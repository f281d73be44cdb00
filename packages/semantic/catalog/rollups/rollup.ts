import type { Rollup } from '#domain/canonical/rollups.ts'
import { stored } from '../build-column.ts'
import type { Column, Dimension } from '../column.ts'
import { monthOfYearColumn, timestampColumns } from '../date-columns.ts'
import type { Field, Formula } from '../formula.ts'
import { weekendDimension } from '../order-columns.ts'
import type { ReportType } from '../report-type.ts'

/** A report type that is read from sums: the same columns, or fewer of them, over far fewer rows. */
export interface RollupType {
  readonly type: ReportType
  /** measures that only add up over rows told apart by these columns: the answer has to be grouped by all of them */
  readonly distinct: Readonly<Record<string, readonly string[]>>
  /** whether single records can be asked too, since only their facts are summed */
  readonly hasRecords: boolean
  /** whether sales can leave out orders of the club */
  readonly separatesClub: boolean
}

const day = stored('day')

/** The parts of the order's date that a day has. The date itself can limit an answer, but not stand in it. */
export const orderDays = (): Dimension[] =>
  [
    ...timestampColumns({ prefix: 'order', displayName: 'Order date', local: day, utc: day }),
    monthOfYearColumn('order', 'Month of the year', day),
    weekendDimension(day),
  ].filter(({ columnId }) => columnId !== 'orderHour')

export const summed = (name: string): Formula => ({ kind: 'sum', of: stored(name) })
export const summedDecimal = (name: string): Formula => ({ kind: 'sumDecimal', of: stored(name) })

interface RollupOptions {
  readonly of: ReportType
  readonly table: Rollup
  readonly dimensions: Readonly<Record<string, Field>>
  readonly formulas: Readonly<Record<string, Formula>>
  /** column that says how many records a row sums */
  readonly recordCount: string
}

/** The columns of `of` that the rollup has, each with the field or formula that reads it there. */
export const buildRollupType = ({ of, table, dimensions, formulas, recordCount }: RollupOptions): ReportType => {
  const days = new Map(orderDays().map((column) => [column.columnId, column]))
  const columns = of.columns.flatMap((column): Column[] => {
    if (column.kind === 'measure') {
      const formula = formulas[column.columnId]
      return formula ? [{ ...column, record: null, formula }] : []
    }
    const ofDay = days.get(column.columnId)
    if (ofDay) return [ofDay]
    const field = dimensions[column.columnId]
    return field ? [{ ...column, field }] : []
  })
  return { ...of, table, joins: {}, recordCount, columns }
}
