import type { SegmentDay } from '#contract/segments.ts'
import { addDays, type LocalDay, laterDay } from '#domain/ranges/local-day.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import type { QuerySession } from '#server/modules/analytics/index.ts'

const plain = (columnId: string) => ({ columnId, aggregation: 'None' as const })

const counted = (
  range: SemanticQuery['range'],
  groupBy: readonly string[],
  measure: SemanticQuery['columns'][number],
) =>
  ({
    reportType: 'SegmentMembers',
    columns: [...groupBy.map(plain), measure],
    grain: 'groups',
    groupBy,
    filter: null,
    range,
    sort: [],
    top: null,
    page: null,
  }) as const satisfies SemanticQuery

/** By segment and what else the rows are grouped by. */
const readCounts = async (session: QuerySession, query: SemanticQuery): Promise<ReadonlyMap<string, number>> => {
  const rows = await session.rows(query)
  return new Map(rows.map((row) => [row.slice(0, -1).join(' '), Number(row.at(-1))]))
}

interface Days {
  readonly today: LocalDay
  /** how many days before today are read at most */
  readonly count: number
}

/** The size of each segment day by day, counted back from today by who entered and who left. */
export const readSegmentDays = async (session: QuerySession, { today, count }: Days) => {
  const from = addDays(today, -count)
  const within = (columnId: string) => ({ columnId, from, until: addDays(today, 1) })
  const people = { columnId: 'customerId', aggregation: 'Count' } as const
  const [sizes, entered, left] = await Promise.all([
    readCounts(session, counted(null, ['segmentId'], plain('segmentSize'))),
    readCounts(session, counted(within('enteredDate'), ['segmentId', 'enteredDay'], people)),
    readCounts(session, counted(within('leftDate'), ['segmentId', 'leftDay'], people)),
  ])
  /** Of a segment, up to today; none before the day that it started. */
  return (id: string, startedOn: LocalDay): SegmentDay[] => {
    const days: SegmentDay[] = []
    let size = sizes.get(id) ?? 0
    for (let day = today; day >= laterDay(from, startedOn); day = addDays(day, -1)) {
      const one = { day, size, entered: entered.get(`${id} ${day}`) ?? 0, left: left.get(`${id} ${day}`) ?? 0 }
      days.unshift(one)
      size -= one.entered - one.left
    }
    return days
  }
}

/** Net sales of the last 365 days to the customers of each segment. */
export const readSegmentSales = (session: QuerySession): Promise<ReadonlyMap<string, number>> =>
  readCounts(session, counted(null, ['segmentId'], plain('segmentSales')))
