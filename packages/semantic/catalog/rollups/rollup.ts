import type { Rollup } from '#domain/canonical/rollups.ts'
import { stored } from '../build-column.ts'
import type { Column, Dimension } from '../column.ts'
import type { Field, Formula } from '../formula.ts'
import { orderDates } from '../order-columns.ts'
import type { ReportType } from '../report-type.ts'

/** A report type read from precomputed sums: the same columns, or fewer, over far fewer rows. */
export interface RollupType {
  readonly type: ReportType
  /** measures that are additive only within these columns: the result has to be grouped by all of them */
  readonly distinct: Readonly<Record<string, readonly string[]>>
  /** whether single records can be queried too, because only their facts are summed */
  readonly hasRecords: boolean
  /** whether sales can exclude club orders */
  readonly separatesClub: boolean
}

const day = stored('day')

/** The parts of the order's date that a day has. The date itself can filter a result, but not be shown. */
export const orderDays = (): Dimension[] => orderDates(() => day).filter(({ columnId }) => columnId !== 'orderHour')

interface RollupOptions {
  readonly of: ReportType
  readonly table: Rollup
  readonly dimensions: Readonly<Record<string, Field>>
  readonly formulas: Readonly<Record<string, Formula>>
  /** column with the number of records that a row sums */
  readonly recordCount: string
}

/** The columns of `of` that the rollup has, each with its field or formula in the rollup. */
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
