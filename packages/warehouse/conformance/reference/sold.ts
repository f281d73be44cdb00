import { flag, ofEach } from './columns.ts'
import { recordPasses } from './filter.ts'
import type {
  Answer,
  Context,
  ReferenceDimension,
  ReferenceMeasure,
  ReferenceRecord,
  ValueType,
} from './report-type.ts'
import { timestampColumns } from './time-parts.ts'
import type { Value } from './value.ts'
import { minorUnitsPerMajor } from './winery.ts'

/** Context of a record's own value, which depends on nothing else. */
export const NO_ANSWER: Answer = { all: [], shown: [], groupBy: [], key: null, among: null }

/** The key that a sale and its owner share, such as the customer, service included. */
type Owner = string

/** The order's date and its parts, which limit the sales that are counted and not the records. */
export const saleDates: Record<string, ReferenceDimension> = Object.fromEntries(
  Object.entries({ ...timestampColumns('order'), isWeekend: flag }).map(([columnId, column]) => [
    columnId,
    { ...column, ofFact: true },
  ]),
)

const isAskedFor = (record: ReferenceRecord, { facts, settings, withoutClubOrders }: Context): boolean => {
  const { orderDate: day } = record.days
  const { range, filters } = facts
  if (withoutClubOrders && record.channel === 'club') return false
  if (range !== null && !(day && day >= range.from && day < range.until)) return false
  return filters.every((some) => some.some((test) => recordPasses(test, record, minorUnitsPerMajor(settings.currency))))
}

/** Sales in the range and by the filters on the order's date, in any currency. */
export const askedSales = (sales: readonly ReferenceRecord[], context: Context): ReferenceRecord[] =>
  sales.filter((record) => isAskedFor(record, context))

/** The sales that a query counts: those asked for in the account's currency. */
export const coveredSales = (sales: readonly ReferenceRecord[], context: Context): ReferenceRecord[] =>
  askedSales(sales, context).filter(({ currency }) => currency === context.settings.currency)

const ownersOf = (records: readonly ReferenceRecord[], owner: Owner): Set<Value> =>
  new Set(records.map(({ facts }) => facts[owner] ?? null))

/** Those of the sales that belong to one of the records; each sale has one owner at most, so none counts twice. */
export const ownerSales = (
  records: readonly ReferenceRecord[],
  sales: readonly ReferenceRecord[],
  owner: Owner,
): ReferenceRecord[] => {
  const owners = ownersOf(records, owner)
  return sales.filter(({ facts }) => typeof facts[owner] === 'string' && owners.has(facts[owner]))
}

interface SaleMeasure {
  readonly type: ValueType
  readonly owner: Owner
  readonly isAdditive?: boolean
  readonly scale?: number
  readonly salesIn: (context: Context) => ReferenceRecord[]
  readonly fold: ReferenceMeasure['fold']
}

/** A measure of sales, for records that have sales. */
export const ofSales = ({ type, owner, salesIn, fold, ...more }: SaleMeasure): ReferenceMeasure =>
  ofEach(type, (records, context, answer) => fold(ownerSales(records, salesIn(context), owner), context, answer), {
    ...more,
    ofSales: true,
  })
