import { beforeAll, expect, test } from 'vitest'
import { AGGREGATIONS, type Aggregation, COMPARISONS } from '#domain/report-terms.ts'
import { findReportType, REPORT_TYPES } from '#semantic/catalog/catalog.ts'
import { type Column, isFilterOnly } from '#semantic/catalog/column.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import { aggregateColumn, NotAggregatable } from '#semantic/compiler/aggregation.ts'
import { type Filter, type FilterValue, InvalidQuery, type SemanticQuery } from '#semantic/query.ts'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { sample, volume } from '#testkit/lane.ts'
import type { EngineSettings } from './engines.fixture.ts'
import { expectAgreement, expectSameRows } from './engines-agree.fixture.ts'
import { CALENDARS, type Engines, openSampleEngines, PLAIN_CALENDAR } from './engines-filled.fixture.ts'
import { CUSTOM_FIELDS } from './reference/custom-fields.ts'
import { REFERENCE_TYPES } from './reference/report-types.ts'

const isShown = (column: Column): boolean => !(column.kind === 'dimension' && isFilterOnly(column))
const shownOf = ({ columns }: ReportType): Column[] => columns.filter(isShown)

const query = (type: ReportType, columns: readonly Column[], more: Partial<SemanticQuery>): SemanticQuery => ({
  reportType: type.reportType,
  columns: columns.map(({ columnId }) => ({ columnId, aggregation: 'None' })),
  grain: 'records',
  groupBy: [],
  filter: null,
  range: null,
  sort: [],
  top: null,
  page: { offset: 3, limit: 40 },
  ...more,
})

const typeNamed = (name: string): ReportType => {
  const type = REPORT_TYPES.find(({ reportType }) => reportType === name)
  if (type === undefined) throw new Error(`${name} is no report type`)
  return type
}

const lastYear = (type: ReportType): SemanticQuery['range'] =>
  type.dateColumn === null ? null : { columnId: type.dateColumn, from: '2025-03-11', until: '2026-03-11' }

interface Place {
  readonly type: ReportType
  readonly column: Column
}

/** One column of each kind that the compiler treats differently. */
const kindsOf = (types: readonly ReportType[]): Place[] => {
  const places = types.flatMap((type) => shownOf(type).map((column) => ({ type, column })))
  const kindOf = ({ type, column }: Place) =>
    column.kind === 'dimension'
      ? [column.type, column.part?.grain, column.isId]
      : [column.type, column.record === null, column.formula.kind, type.facts !== undefined]
  return [...new Map(places.map((place) => [JSON.stringify(kindOf(place)), place])).values()]
}

const canBe = (aggregation: Aggregation) => (column: Column) => {
  try {
    return Boolean(aggregateColumn(column, aggregation))
  } catch (error) {
    if (error instanceof NotAggregatable) return false
    throw error
  }
}

/** Null where the compiler rejects the query for every engine. */
const orRefused = async <T>(answer: Promise<T>): Promise<T | null> => {
  try {
    return await answer
  } catch (error) {
    if (error instanceof InvalidQuery) return null
    throw error
  }
}

onClickHouse('every engine answers every column the same', () => {
  let engines: Engines
  beforeAll(async () => {
    engines = await openSampleEngines()
  })

  const agreed = (asked: SemanticQuery, settings: EngineSettings = PLAIN_CALENDAR) =>
    orRefused(expectAgreement(engines, asked, settings))

  test.each(REPORT_TYPES)(
    '$reportType in records, by every kind of column, both ways',
    { timeout: 60_000 },
    async (type) => {
      for (const { column } of sample(kindsOf([type]), 1))
        for (const direction of ['asc', 'desc'] as const) {
          const sorted = query(type, shownOf(type), { sort: [{ columnId: column.columnId, direction }] })
          await expectSameRows(engines, sorted, PLAIN_CALENDAR)
        }
      const { rowCount } = await expectAgreement(engines, query(type, shownOf(type), {}), PLAIN_CALENDAR)
      expect(rowCount).toBeGreaterThan(0)
    },
  )

  test("sorting by a measure with equal values keeps the records' own order", async () => {
    const type = typeNamed('Memberships')
    const columns = shownOf(type).filter(({ columnId }) => columnId === 'customerName' || columnId === 'memberCount')
    const plain = await expectSameRows(engines, query(type, columns, {}), PLAIN_CALENDAR)
    const sorted = query(type, columns, { sort: [{ columnId: 'memberCount', direction: 'desc' }] })
    expect(await expectSameRows(engines, sorted, PLAIN_CALENDAR)).toEqual(plain)
  })

  const LONG = { timeout: 60_000 }

  test.each(REPORT_TYPES)('$reportType grouped by every dimension, with every measure', LONG, async (type) => {
    const measures = shownOf(type).filter(({ kind }) => kind === 'measure')
    const dimensions = shownOf(type).filter((column) => column.kind === 'dimension' && !column.part)
    for (const by of sample(dimensions, 1)) {
      const grouped = { grain: 'groups', groupBy: [by.columnId], range: lastYear(type), top: 5, page: null } as const
      await agreed(query(type, [by, ...measures], { ...grouped, sort: [{ column: 1, direction: 'desc' }] }))
    }
  })

  test.each(REPORT_TYPES)('$reportType by every part of its dates, under every calendar', LONG, async (type) => {
    const [measure] = shownOf(type).filter(({ kind }) => kind === 'measure')
    const parts = shownOf(type).filter((column) => column.kind === 'dimension' && column.part)
    for (const part of sample(parts, 1))
      for (const settings of sample(CALENDARS, 1)) {
        const columns = measure ? [part, measure] : [part]
        const grouped = query(type, columns, { grain: 'groups', groupBy: [part.columnId], page: null })
        await orRefused(expectSameRows(engines, grouped, settings))
      }
  })

  test.each(REPORT_TYPES)('$reportType aggregated in every way', LONG, async (type) => {
    const groupBy = shownOf(type)
      .filter((column) => column.kind === 'dimension' && !column.isId)
      .slice(0, 1)
      .map(({ columnId }) => columnId)
    const aggregations = AGGREGATIONS.filter((one) => one !== 'None')
    for (const aggregation of sample(aggregations, 1)) {
      const columns = shownOf(type)
        .filter(canBe(aggregation))
        .map(({ columnId }) => ({ columnId, aggregation }))
      await agreed({ ...query(type, [], { grain: 'groups', groupBy, range: lastYear(type), page: null }), columns })
    }
  })

  test('Memberships at the ends of months, with holds', async () => {
    const type = typeNamed('Memberships')
    const measures = shownOf(type).filter(({ kind }) => kind === 'measure')
    const shown = shownOf(type).filter(({ columnId }) => columnId === 'asOfMonth' || columnId === 'standing')
    const groupBy = shown.map(({ columnId }) => columnId)
    const asOfDays = ['2025-07-01', '2025-12-01', '2026-01-01', '2026-03-11']
    const asked = query(type, [...shown, ...measures], { grain: 'groups', groupBy, asOfDays, page: null })
    expect((await expectAgreement(engines, asked, PLAIN_CALENDAR)).rows.length).toBeGreaterThan(asOfDays.length)
  })

  /** A value that some record has. */
  const someValue = async ({ type, column }: Place): Promise<FilterValue> => {
    const rows = await expectSameRows(engines, query(type, [column], { page: null }), PLAIN_CALENDAR)
    const values = rows.flatMap(([value]) => value ?? [])
    const value = values[Math.floor(values.length / 2)] ?? ''
    if (column.type === 'currency' && typeof value === 'number') return value / 100
    const isDay = column.type === 'date' || column.type === 'dateTime'
    return isDay && typeof value === 'string' ? value.slice(0, 10) : value
  }

  const asked = (filter: Filter, { type, column }: Place) =>
    query(type, [column], { filter, page: { offset: 0, limit: 5 } })

  test('every kind of column filtered in every way', { timeout: 60_000 }, async () => {
    let kept = 0
    for (const place of sample(kindsOf(REPORT_TYPES), 4)) {
      const value = await someValue(place)
      for (const comparison of COMPARISONS) {
        const filter: Filter = { columnId: place.column.columnId, comparison, value }
        kept += (await orRefused(expectSameRows(engines, asked(filter, place), PLAIN_CALENDAR)))?.length ?? 0
      }
    }
    expect(kept).toBeGreaterThan(volume({ normal: 20, full: 100 }))
  })
})

test.each(REPORT_TYPES)(
  'the reference evaluator has exactly the columns of $reportType, with the same properties',
  (type) => {
    const reference = REFERENCE_TYPES.find(({ name }) => name === type.reportType)?.columns ?? {}
    const kinds = Object.entries(reference).map(([columnId, { kind }]) => `${kind} ${columnId}`)
    const { columns = [] } = findReportType(type.reportType, CUSTOM_FIELDS) ?? {}
    expect(kinds.toSorted()).toEqual(columns.map(({ columnId, kind }) => `${kind} ${columnId}`).toSorted())
  },
)
