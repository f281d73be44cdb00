import { beforeAll, describe, expect, test } from 'vitest'
import { ReportDefinition, type ReportDefinitionInput } from '#contract/report-definition.ts'
import { ReportQuery } from '#contract/reports.ts'
import { REPORTS } from '#reports/built-in-reports.ts'
import { resolveReport } from '#reports/kit/resolve-report.ts'
import { describeColumns } from '#semantic/compiler/describe-columns.ts'
import { compileBridge } from '#semantic/lineage/bridge.ts'
import type { Cell } from '#semantic/lineage/cell-records.ts'
import { drillQuery } from '#semantic/lineage/drill.ts'
import { compileProof } from '#semantic/lineage/proof.ts'
import { compareOver, paginate, type SemanticQuery } from '#semantic/query.ts'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { sample } from '#testkit/lane.ts'
import { widgetQueries } from '#widgets/kit/widget-queries.ts'
import { WIDGETS } from '#widgets/registry.ts'
import type { SqlValue } from '../engine.ts'
import type { EngineSettings } from './engines.fixture.ts'
import { expectAgreement, expectSameAnswers, expectSameRows } from './engines-agree.fixture.ts'
import { CALENDARS, type Engines, openSampleEngines, PLAIN_CALENDAR } from './engines-filled.fixture.ts'

type Props = Readonly<Record<string, unknown>>
type Widget = (typeof WIDGETS)[number]

const controlOptions = ({ control }: Widget['fields'][number]): readonly unknown[] =>
  control.kind === 'switch' ? [false, true] : control.options.map(({ value }) => value)

/** The defaults, and every option of every setting in turn, with comparison where there is one. */
const widgetSettings = ({ fields }: Widget): Props[] => [
  {},
  ...fields.flatMap((field) =>
    controlOptions(field).map((value) => ({ compareLastPeriod: true, [field.name]: value })),
  ),
]

const queriesOf = (widget: Widget, props: Props, { context }: EngineSettings, withClub: boolean): SemanticQuery[] => {
  const { kpis, rows, joined, trend } = widgetQueries(widget.planOf(props), { calendar: context }, withClub)
  const pairs = [kpis, rows, joined?.kpis, joined?.rows]
  return [...pairs.flatMap((pair) => [pair?.current, pair?.previous]), trend].flatMap((query) => query ?? [])
}

const isPositive = (value: unknown): boolean => typeof value === 'number' && value > 0

/** Group values of an answer's row, by columnId. */
const cellCoordinate = ({ columns, groupBy }: SemanticQuery, row: readonly SqlValue[]): Cell['row'] =>
  Object.fromEntries(groupBy.map((id) => [id, row[columns.findIndex(({ columnId }) => columnId === id)] ?? null]))

/** The measures of one row and of the total. */
const cellsOf = (query: SemanticQuery, row: readonly SqlValue[]): Cell[] => {
  const measures = describeColumns(query).filter(({ isMeasure }) => isMeasure)
  const rows = query.grain === 'records' || query.groupBy.length === 0 ? [{}] : [cellCoordinate(query, row), {}]
  return rows.flatMap((shown) =>
    measures.map(({ column, aggregation }) => ({ row: shown, measure: column.columnId, aggregation })),
  )
}

/** Numbers of people who did, or did not, something. */
const OF_PEOPLE: readonly Partial<ReportDefinitionInput>[] = [
  {
    reportType: 'Customers',
    columns: [{ columnId: 'state' }, { columnId: 'customerCount' }, { columnId: 'netSales' }],
    groupColumns: ['state'],
    history: [
      { of: 'Orders', which: 'first', filters: [{ columnId: 'channel', value: 'pos' }] },
      {
        of: 'OrderLines',
        filters: [{ columnId: 'quantity', comparison: 'GreaterThan', value: 1 }],
        count: { value: 2 },
      },
    ],
  },
  {
    reportType: 'Memberships',
    columns: [{ columnId: 'clubName' }, { columnId: 'activeMembers' }, { columnId: 'attritionRate' }],
    groupColumns: ['clubName'],
    relativeDateFilter: { relativeRange: 'ThisYear' },
    history: [{ of: 'Orders', dates: 'Last90Days', count: { comparison: 'Equal', value: 0 } }],
  },
  {
    reportType: 'Orders',
    columns: [{ columnId: 'channel' }, { columnId: 'orderCount' }, { columnId: 'averageOrder' }],
    groupColumns: ['channel'],
    history: [
      { of: 'Reservations', which: 'last', filters: [{ columnId: 'guests', comparison: 'GreaterThan', value: 0 }] },
    ],
  },
]

onClickHouse('every engine', () => {
  let engines: Engines
  beforeAll(async () => {
    engines = await openSampleEngines()
  })

  describe('answers every built-in report the same', () => {
    test.each(sample(REPORTS, 6))(
      '$group/$slug, under every calendar',
      { timeout: 60_000 },
      async ({ group, slug, definition }) => {
        const request = ReportQuery.parse({ definition: { builtin: `${group}/${slug}` }, compare: 'previousYear' })
        for (const settings of sample(CALENDARS, 2)) {
          const { query, comparison } = resolveReport({ ...request, definition }, settings.context)
          const { rows } = await expectAgreement(engines, paginate(query, 1, 200), settings)
          expect(rows.length).toBeGreaterThan(0)
          const previous = comparison?.range && compareOver(query, comparison?.range)
          if (previous) await expectAgreement(engines, paginate(previous, 1, 200), settings)
        }
        const { query } = resolveReport({ ...request, definition }, PLAIN_CALENDAR.context)
        await expectAgreement(engines, { ...paginate(query, 2, 20), withoutClubOrders: true }, PLAIN_CALENDAR)
      },
    )
  })

  describe('answers every widget the same', () => {
    test.each(WIDGETS)(
      '$type, whatever its settings, the calendar and the club orders',
      { timeout: 60_000 },
      async (widget) => {
        const answers = []
        for (const settings of sample(CALENDARS, 1))
          for (const props of sample(widgetSettings(widget), 2))
            for (const withClub of [true, false])
              for (const query of queriesOf(widget, props, settings, withClub))
                answers.push(await expectAgreement(engines, query, settings))
        const asksNothing = queriesOf(widget, {}, PLAIN_CALENDAR, true).length === 0
        expect(answers.some(({ rows }) => rows.flat().some(isPositive))).toBe(!asksNothing)
      },
    )
  })

  describe('proves the numbers of every built-in report by the same records', () => {
    const expectProofs = async (definition: ReportDefinition): Promise<void> => {
      const request = ReportQuery.parse({ definition })
      const { query } = resolveReport({ ...request, definition }, PLAIN_CALENDAR.context)
      const [row = []] = await expectSameRows(engines, paginate(query, 1, 200), PLAIN_CALENDAR)
      for (const cell of sample(cellsOf(query, row), 2)) {
        const proof = await expectSameAnswers(
          engines,
          PLAIN_CALENDAR,
          (options) => compileProof(query, cell, options).statement,
        )
        expect(proof).toHaveLength(1)
        const hasBridge =
          compileBridge(query, cell, { ...PLAIN_CALENDAR, dialect: engines[0].dialect, minorUnits: 100 }) !== null
        if (hasBridge)
          await expectSameAnswers(engines, PLAIN_CALENDAR, (options) => {
            const bridge = compileBridge(query, cell, options)
            if (bridge === null) throw new Error('The bridge of one engine is missing in the other')
            return bridge.statement
          })
        await expectSameRows(engines, paginate(drillQuery(query, cell), 1, 20), PLAIN_CALENDAR)
      }
    }

    test.each(sample(REPORTS, 5))('$group/$slug', async ({ definition }) => {
      await expectProofs(definition)
    })

    test.each(OF_PEOPLE)('$reportType of people who did something', async (definition) => {
      await expectProofs(ReportDefinition.parse(definition))
    })
  })
})
