import type { CountComparison } from '#domain/report-terms.ts'
import { plusDays } from './days.ts'
import { recordPasses } from './filter.ts'
import type { Context, ReferenceRecord, ReferenceReportType, Test } from './report-type.ts'
import { compareKeys, isPresent, type Value } from './value.ts'
import { minorUnitsPerMajor } from './winery.ts'

/** Records of what people did. */
export interface AskedEvents {
  readonly type: ReferenceReportType
  readonly tests: readonly Test[]
  readonly days: { readonly from: string | null; readonly until: string | null } | null
}

/** A condition on what people did, read from a definition. */
export interface AskedHistory extends AskedEvents {
  readonly which: 'any' | 'first' | 'last'
  /** what the person did on an earlier day, or on the same */
  readonly after: (AskedEvents & { readonly sameDay: boolean }) | null
  readonly count: { readonly comparison: CountComparison; readonly value: number }
}

/** Types whose records people have, the fact of those that count, and what several of them are parts of. */
const EVENTS: Readonly<
  Record<string, { readonly counts?: string; readonly eventOf?: (record: ReferenceRecord) => readonly Value[] }>
> = {
  Orders: { counts: 'isCounted' },
  OrderLines: { counts: 'isCounted', eventOf: ({ values, service }) => [values.orderId ?? null, service] },
  Memberships: {},
  MembershipHolds: {},
  ReleaseMembers: {},
  Reservations: {},
}

export const hasEvents = ({ name }: ReferenceReportType): boolean => Object.hasOwn(EVENTS, name)

/** Types whose records people have without being events. */
const OF_PEOPLE: readonly string[] = ['Customers', 'CustomerMonths', 'MembershipMonths', 'SegmentMembers']

/** Whether the type's records belong to people. */
export const isOfPeople = (type: ReferenceReportType): boolean => OF_PEOPLE.includes(type.name) || hasEvents(type)

const personOf = ({ facts }: ReferenceRecord): string | null => (facts.customer ? String(facts.customer) : null)

/** A membership that was canceled was so on another day than it began. */
const dayColumn = ({ type, tests }: AskedEvents): string =>
  type.name === 'Memberships' &&
  tests.some(
    ({ column, comparison, value }) =>
      column === type.columns.cancelledDate && comparison === 'IsNotNull' && value === null,
  )
    ? 'cancelledDate'
    : (type.dateColumn ?? '')

const dayOf = (record: ReferenceRecord, asked: AskedEvents): Value | undefined => {
  const columnId = dayColumn(asked)
  return columnId in record.days ? record.days[columnId] : record.values[columnId]
}

const isWithin = (record: ReferenceRecord, asked: AskedEvents): boolean => {
  const { days } = asked
  if (days === null) return true
  const day = dayOf(record, asked)
  if (typeof day !== 'string') return days.from === null && days.until === null
  return (days.from === null || day >= days.from) && (days.until === null || day < days.until)
}

/** Amounts are compared in the account's currency only. */
const isMatch =
  (asked: AskedEvents, { settings }: Context) =>
  (record: ReferenceRecord): boolean => {
    const isOfMoney = asked.tests.some(({ column }) => column.type === 'currency')
    if (isOfMoney && record.currency !== undefined && record.currency !== settings.currency) return false
    const minorUnits = minorUnitsPerMajor(settings.currency)
    return isWithin(record, asked) && asked.tests.every((test) => recordPasses(test, record, minorUnits))
  }

const MEETS: Readonly<Record<CountComparison, (count: number, value: number) => boolean>> = {
  GreaterThanOrEqual: (count, value) => count >= value,
  Equal: (count, value) => count === value,
  LessThanOrEqual: (count, value) => count <= value,
  GreaterThan: (count, value) => count > value,
  LessThan: (count, value) => count < value,
}

/** Where a record comes among the events of its person; null without a date. */
const placeOf = (record: ReferenceRecord, asked: AskedEvents): readonly Value[] | null => {
  const at = record.values[dayColumn(asked)] ?? null
  return at === null ? null : [at, ...(EVENTS[asked.type.name]?.eventOf ?? (({ key }) => key))(record)]
}

/** Records of one person by what they are of. */
type Own = (events: AskedEvents) => readonly ReferenceRecord[]

/** Whether a record comes later than what had to be done before: than the first of it, or where none is wanted, than the last. */
const isLater = (ownOf: Own, { after, count, ...asked }: AskedHistory, context: Context) => {
  if (after === null) return () => true
  const meetsCount = (events: number): boolean => MEETS[count.comparison](events, count.value)
  const days = ownOf(after)
    .filter(isMatch(after, context))
    .map((record) => dayOf(record, after))
    .filter((day) => typeof day === 'string')
    .toSorted()
  const since = meetsCount(0) && !meetsCount(1) ? days.at(-1) : days[0]
  return (record: ReferenceRecord): boolean => {
    const day = dayOf(record, asked)
    return since !== undefined && typeof day === 'string' && (day > since || (after.sameDay && day === since))
  }
}

const meets = (ownOf: Own, asked: AskedHistory, context: Context): boolean => {
  const { type, which, count } = asked
  const own = ownOf(asked)
  const matches = isMatch(asked, context)
  if (which === 'any') {
    const eventOf = EVENTS[type.name]?.eventOf ?? (({ key }) => key)
    const events = new Set(
      own
        .filter(matches)
        .filter(isLater(ownOf, asked, context))
        .map((record) => JSON.stringify(eventOf(record))),
    )
    return MEETS[count.comparison](events.size, count.value)
  }
  const places = own
    .map((record) => placeOf(record, asked))
    .filter(isPresent)
    .toSorted(compareKeys)
  const end = which === 'first' ? places[0] : places.at(-1)
  return own.some((record) => {
    const place = placeOf(record, asked)
    return end !== undefined && place !== null && compareKeys(place, end) === 0 && matches(record)
  })
}

/** Whether the person of a record meets every condition, over all records of that person until today. */
export const meetsHistory = (conditions: readonly AskedHistory[], { books, settings }: Context) => {
  const context: Context = {
    books,
    settings,
    withoutClubOrders: false,
    window: { from: null, until: plusDays(settings.today, 1) },
    range: null,
    facts: { range: null, filters: [] },
  }
  const all = conditions.flatMap(({ after, ...events }) => (after === null ? [events] : [events, after]))
  const events = new Map(
    all.map(({ type }) => {
      const { counts } = EVENTS[type.name] ?? {}
      const counted = type.records(context).filter(({ facts }) => counts === undefined || facts[counts] === true)
      return [type, Map.groupBy(counted, personOf)] as const
    }),
  )
  return (record: ReferenceRecord): boolean => {
    const person = personOf(record)
    const ownOf: Own = ({ type }) => events.get(type)?.get(person) ?? []
    return conditions.every((asked) => person !== null && meets(ownOf, asked, context))
  }
}
