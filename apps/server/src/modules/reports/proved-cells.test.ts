import { beforeAll, describe, expect, test } from 'vitest'
import type { WidgetData } from '#contract/dashboards.ts'
import type { ReportDefinitionInput } from '#contract/report-definition.ts'
import {
  type Cell,
  type CellPlace,
  DrillResult,
  type ExplainRequest,
  Lineage,
  ReportResult,
  type ResultColumn,
} from '#contract/reports.ts'
import { REPORTS } from '#reports/built-in-reports.ts'
import { sample } from '#testkit/lane.ts'
import { registerWinery } from '#testkit/sample-account.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { WIDGETS } from '#widgets/registry.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
let owner: Member

beforeAll(async () => {
  owner = await registerWinery(t, { seed: 5, orders: 2_000 })
})

const post = async (path: string, body: object): Promise<unknown> => {
  const response = await t.call('POST', path, { token: owner.token, body })
  expect([response.statusCode, JSON.stringify(body), response.body]).toEqual([200, JSON.stringify(body), response.body])
  return response.json()
}

const PAGE = 500
const MOST_PAGES = 8

/** The contributing records of a number, fetched page by page. */
const drilled = async (asked: object): Promise<DrillResult> => {
  const first = DrillResult.parse(await post('/reports/drill', { ...asked, pageSize: PAGE }))
  const rows = [...first.rows]
  for (let page = 2; rows.length < first.rowCount && page <= MOST_PAGES; page += 1)
    rows.push(...DrillResult.parse(await post('/reports/drill', { ...asked, pageSize: PAGE, page })).rows)
  return { ...first, rows }
}

const closeTo = (value: number) => expect.closeTo(value, 6)

interface Shown {
  readonly measure: string
  readonly value: Cell | undefined
  /** the records' values add up to the cell */
  readonly additive: boolean
}

/** Lineage returns the displayed number, its proof matches, and the drill-down records add up to it. */
const expectProved = async (asked: ExplainRequest, { measure, value, additive }: Shown) => {
  const lineage = Lineage.parse(await post('/reports/explain', asked))
  const named = JSON.stringify(asked)
  expect([named, lineage.value]).toEqual([named, typeof value === 'number' ? closeTo(value) : (value ?? null)])
  expect([named, lineage.proof]).toEqual([named, expect.objectContaining({ matches: true, cell: lineage.value })])
  expect([named, lineage.bridge?.matches]).not.toEqual([named, false])
  expect(lineage.definition).not.toBe('')
  const { columns, rows, rowCount, proof } = await drilled(asked)
  expect([named, proof.matches, proof.records]).toEqual([named, true, rowCount])
  if (rows.length < rowCount) return
  const index = columns.findIndex(({ columnId }) => columnId === measure)
  if (!additive || index < 0) return
  const sum = rows.reduce((all, row) => all + Number(row[index] ?? 0), 0)
  expect([named, sum]).toEqual([named, closeTo(Number(value ?? 0))])
}

/** The first, the last and one in the middle. */
const sampleOf = (rows: readonly Cell[][]): Cell[][] => {
  const rowIndexes = new Set([0, rows.length >> 1, rows.length - 1])
  return rows.filter((_, index) => rowIndexes.has(index))
}

const rowOf = (columns: readonly ResultColumn[], cells: readonly Cell[]): CellPlace['row'] =>
  Object.fromEntries(
    columns.flatMap(({ kind, columnId }, index) => (kind === 'dimension' ? [[columnId, cells[index] ?? null]] : [])),
  )

const measuresOf = (columns: readonly ResultColumn[]) =>
  columns.flatMap((column, index) => (column.kind === 'measure' ? [{ ...column, index }] : []))

const slugs = sample(
  REPORTS.map(({ group, slug }) => `${group}/${slug}`),
  3,
)

describe('every built-in report', () => {
  test.each(slugs)('%s: proves sampled cells, and their records add up', async (builtin) => {
    const definition = { builtin }
    const { columns, rows } = ReportResult.parse(await post('/reports/query', { definition, pageSize: PAGE }))
    for (const [at, cells] of sampleOf(rows).entries()) {
      const row = rowOf(columns, cells)
      for (const { columnId: measure, aggregation, additive, index } of measuresOf(columns)) {
        // each measure in each report, not in each of its rows
        if ((at !== index % 3 && rows.length > 2) || typeof cells[index] === 'string') continue
        await expectProved(
          { definition, cell: { row, measure, aggregation } },
          { measure, additive, value: cells[index] },
        )
      }
    }
  })

  test.each(slugs)('%s: proves totals, and their records add up', async (builtin) => {
    const definition = { builtin }
    const { columns, totals } = ReportResult.parse(await post('/reports/query', { definition }))
    for (const { columnId: measure, aggregation, additive, total, index } of measuresOf(columns))
      if (total)
        await expectProved({ definition, cell: { measure, aggregation } }, { measure, additive, value: totals[index] })
  })

  const dated = REPORTS.filter(
    ({ definition }) =>
      definition.relativeDateFilter?.relativeRange !== 'None' && definition.relativeDateFilter !== null,
  )

  test.each(sample(dated, 4).map(({ group, slug }) => `${group}/${slug}`))(
    '%s: proves the totals of the comparison period',
    async (builtin) => {
      const asked = { definition: { builtin }, compare: 'previousYear' as const }
      const { columns, previousTotals = [] } = ReportResult.parse(await post('/reports/query', asked))
      const [first] = measuresOf(columns).filter(({ total }) => total)
      if (first === undefined) throw new Error(`${builtin} totals nothing`)
      const { columnId: measure, aggregation, additive, index } = first
      const cell = { measure, aggregation, period: 'previous' as const }
      await expectProved({ ...asked, cell }, { measure, additive, value: previousTotals[index] })
    },
  )
})

test('proves the cells of a top N of a group column, those of all others included', async () => {
  const columns = ['varietal', 'channel', 'netSales', 'orderCount'].map((columnId) => ({ columnId }))
  const definition = {
    reportType: 'OrderLines',
    columns,
    groupColumns: ['varietal', 'channel'],
    groupLimits: [{ columnId: 'varietal', top: 2, by: { columnId: 'netSales' } }],
    relativeDateFilter: { relativeRange: 'Last30Days' },
  }
  const result = ReportResult.parse(await post('/reports/query', { definition, pageSize: PAGE }))
  const rows = result.rows.filter(([varietal], index) => varietal === 'All others' || index === 0)
  expect(rows.length).toBeGreaterThan(1)
  for (const cells of rows)
    for (const { columnId: measure, aggregation, additive, index } of measuresOf(result.columns))
      await expectProved(
        { definition, cell: { row: rowOf(result.columns, cells), measure, aggregation } },
        { measure, additive, value: cells[index] },
      )
})

test('proves numbers of people by what they did, in groups, in total and a year before', async () => {
  const definition: ReportDefinitionInput = {
    reportType: 'Customers',
    columns: ['state', 'customerCount', 'netSales', 'lifetimeValue'].map((columnId) => ({ columnId })),
    groupColumns: ['state'],
    relativeDateFilter: { relativeRange: 'Last365Days' },
    history: [
      { of: 'Orders', which: 'first', filters: [{ columnId: 'channel', value: 'pos' }] },
      { of: 'OrderLines', dates: 'Last365Days', count: { value: 2 } },
    ],
  }
  const result = ReportResult.parse(
    await post('/reports/query', { definition, pageSize: PAGE, compare: 'previousYear' }),
  )
  expect(result.rows.length).toBeGreaterThan(2)
  for (const { columnId: measure, aggregation, additive, index } of measuresOf(result.columns)) {
    const [cells = []] = result.rows
    const cell = { row: rowOf(result.columns, cells), measure, aggregation }
    await expectProved({ definition, cell }, { measure, additive, value: cells[index] })
    const total = { measure, additive, value: result.totals[index] }
    await expectProved({ definition, cell: { measure, aggregation } }, total)
    const before = { measure, additive, value: result.previousTotals?.[index] }
    const asked = {
      definition,
      compare: 'previousYear' as const,
      cell: { measure, aggregation, period: 'previous' as const },
    }
    await expectProved(asked, before)
  }
})

test('proves the cells, subtotals and totals of a pivot', async () => {
  const definition = {
    reportType: 'OrderLines',
    columns: ['channel', 'varietal', 'orderMonth', 'orderCount'].map((columnId) => ({ columnId })),
    groupColumns: ['channel', 'varietal', 'orderMonth'],
    groupLimits: [{ columnId: 'varietal', top: 1, by: { columnId: 'netSales' } }],
    pivot: { columns: ['orderMonth'] },
    relativeDateFilter: { relativeRange: 'LastQuarter' },
  }
  const { pivot } = ReportResult.parse(await post('/reports/query', { definition }))
  let proved = 0
  const rowIds = ['channel', 'varietal']
  const rows = pivot?.rows ?? []
  const last = (pivot?.columns.length ?? 0) - 1
  const subtotal = rows.find(({ values }) => values.length === 1)
  for (const { values, cells } of [rows[0], subtotal, rows.at(-1)].flatMap((row) => row ?? []))
    for (const rowIndex of [2, last]) {
      if (cells[rowIndex] === null) continue
      proved += 1
      const row = {
        ...Object.fromEntries(values.map((value, index) => [rowIds[index] ?? '', value])),
        ...(rowIndex === last ? {} : { orderMonth: pivot?.columns[rowIndex]?.[0] ?? null }),
      }
      const cell = { row, measure: 'orderCount' }
      await expectProved({ definition, cell }, { measure: 'orderCount', additive: false, value: cells[rowIndex] })
    }
  expect(proved).toBe(6)
})

test('proves calculated columns from the records of their measures', async () => {
  const netSales = { columnId: 'netSales' }
  const margin = { operator: 'subtract', left: netSales, right: { columnId: 'tax' } } as const
  const definition = {
    reportType: 'Orders',
    columns: ['channel', 'netPerOrder', 'part'].map((columnId) => ({ columnId })),
    groupColumns: ['channel'],
    calculations: [
      {
        columnId: 'netPerOrder',
        displayName: 'Net per order',
        of: { operator: 'divide' as const, left: margin, right: { columnId: 'averageOrder' } },
      },
      { columnId: 'part', displayName: 'Part', kind: 'shareOfTotal' as const, of: netSales },
    ],
    relativeDateFilter: { relativeRange: 'Last90Days' },
  }
  const { columns, rows, totals } = ReportResult.parse(await post('/reports/query', { definition }))
  const [, ...provable] = columns.slice(0, 3)
  for (const [index, cells] of [...rows.slice(0, 2), totals].entries())
    for (const [at, { columnId: measure }] of provable.entries())
      await expectProved(
        { definition, cell: { row: index < 2 ? rowOf(columns, cells) : {}, measure } },
        { measure, additive: false, value: cells[at + 1] },
      )
  const asked = { definition, cell: { measure: 'netPerOrder' } }
  const { formula } = Lineage.parse(await post('/reports/explain', asked))
  expect(formula.expression).toBe('(Net sales − Tax) ÷ Average order')
})

describe('a number that compares rows', () => {
  const beforeTax = { operator: 'subtract', left: { columnId: 'netSales' }, right: { columnId: 'tax' } } as const
  const along = 'orderMonth'
  const definition = {
    reportType: 'Orders',
    columns: ['channel', 'orderMonth', 'netSales', 'sofar', 'step', 'place'].map((columnId) => ({ columnId })),
    groupColumns: ['channel', 'orderMonth'],
    calculations: [
      { columnId: 'sofar', displayName: 'So far', kind: 'runningTotal' as const, of: { columnId: 'netSales' }, along },
      { columnId: 'step', displayName: 'Step', kind: 'difference' as const, of: beforeTax, along },
      { columnId: 'place', displayName: 'Place', kind: 'rank' as const, of: { columnId: 'netSales' } },
    ],
    orderColumns: [{ columnId: 'netSales', direction: 'desc' as const }],
    relativeDateFilter: { relativeRange: 'Last180Days' },
  }
  const SECOND = 1

  test('is computed again from the rows, and its row’s own number from records', async () => {
    const { rows } = ReportResult.parse(await post('/reports/query', { definition }))
    const row = rows.filter(([channel]) => channel === 'web').toSorted()[SECOND]
    const [channel, orderMonth, own, ...compared] = row ?? []
    const earlier = rows.filter((one) => one[0] === channel && String(one[1]) < String(orderMonth))
    const first = rows.filter((one) => Number(one[2]) > Number(own))
    const others = [earlier.reduce((sum, one) => sum + Number(one[2]), 0), expect.any(Number), first.length]
    for (const [index, measure] of ['sofar', 'step', 'place'].entries()) {
      const asked = { definition, cell: { row: { channel, orderMonth }, measure } }
      const { value, formula, proof } = Lineage.parse(await post('/reports/explain', asked))
      expect([value, proof.computed, proof.matches]).toEqual([compared[index], compared[index], true])
      expect(formula.parts[1]?.value).toEqual(index === SECOND ? others[index] : closeTo(Number(others[index])))
      const drill = await drilled(asked)
      expect([drill.proof.matches, drill.rowCount]).toEqual([true, drill.proof.records])
      if (measure !== 'step') expect(drill.proof.cell).toBe(own)
    }
  })

  test('names what it compares, in the format of the rows', async () => {
    const { rows } = ReportResult.parse(await post('/reports/query', { definition }))
    const [[channel = null, orderMonth = null] = []] = rows
    const explained = async (measure: string) =>
      Lineage.parse(await post('/reports/explain', { definition, cell: { row: { channel, orderMonth }, measure } }))
    expect(await explained('step')).toMatchObject({
      recordsFormat: 'currency',
      formula: { expression: '(Net sales − Tax) of this row − (Net sales − Tax) of the previous row' },
    })
    expect(await explained('place')).toMatchObject({
      value: 1,
      format: 'integer',
      recordsFormat: 'currency',
      formula: { expression: '1 + rows with a higher value' },
      bridge: { matches: true },
    })
  })

  test('after a month that a filter leaves out has no value', async () => {
    const { rows } = ReportResult.parse(await post('/reports/query', { definition }))
    const months = rows.flatMap(([channel, month = null]) => (channel === 'web' ? [month] : []))
    const [, without, after] = months.toSorted()
    const filters = [{ columnId: along, comparison: 'NotEqual' as const, value: without }]
    const cell = { row: { channel: 'web', orderMonth: after }, measure: 'step' }
    const { value, formula, proof } = Lineage.parse(
      await post('/reports/explain', { definition: { ...definition, filters }, cell }),
    )
    expect(formula.parts).toEqual([
      { name: '(Net sales − Tax) of this row', value: expect.any(Number), format: 'currency' },
      { name: '(Net sales − Tax) of a period without rows', value: null, format: 'currency' },
    ])
    expect([value, proof.computed, proof.matches]).toEqual([null, null, true])
  })

  test('is refused for a row that the report does not show', async () => {
    const cell = { row: { channel: 'web', orderMonth: '1999-01' }, measure: 'place' }
    const refused = await t.call('POST', '/reports/explain', { token: owner.token, body: { definition, cell } })
    expect([refused.statusCode, refused.json().errors[0]]).toMatchObject([400, { field: 'cell.row' }])
  })
})

const SETTINGS: readonly Readonly<Record<string, unknown>>[] = [
  { compareLastPeriod: true },
  { periodType: 'ytd', dateRange: 'Last365Days', compareLastPeriod: true, aggregation: 'status' },
]
const tiles = WIDGETS.filter(({ type }) => type !== 'logo').flatMap(({ type }) =>
  SETTINGS.map((props): [string, Readonly<Record<string, unknown>>] => [type, props]),
)

describe('every widget', () => {
  const dataOf = async (type: string, props: object, includeClubOrders: boolean): Promise<WidgetData> => {
    const body = { includeClubOrders, widgets: [{ id: 'w', type, props }] }
    const line: { data: WidgetData } = JSON.parse(
      (await t.call('POST', '/dashboards/data', { token: owner.token, body })).body,
    )
    return line.data
  }

  test.each(sample(tiles, 4))('%s %j: proves each KPI and its previous value', async (type, props) => {
    for (const includeClubOrders of [true, false]) {
      const { kpis } = await dataOf(type, props, includeClubOrders)
      expect(kpis.length).toBeGreaterThan(0)
      const asked = { widget: { type, props }, includeClubOrders }
      for (const { metric: measure, value, previous } of kpis) {
        await expectProved({ ...asked, cell: { measure } }, { measure, value, additive: false })
        if (previous !== null)
          await expectProved(
            { ...asked, cell: { measure, period: 'previous' } },
            { measure, value: previous, additive: false },
          )
      }
    }
  })

  test.each(sample(tiles, 4))('%s %j: proves sampled cells of its rows and its trend', async (type, props) => {
    const data = await dataOf(type, props, true)
    const asked = { widget: { type, props } }
    for (const { columns, rows } of [data, ...(data.trend ? [data.trend] : [])])
      for (const cells of sampleOf(rows))
        for (const { columnId: measure, additive, index } of measuresOf(columns))
          await expectProved(
            { ...asked, cell: { row: rowOf(columns, cells), measure } },
            { measure, additive, value: cells[index] },
          )
  })
})

describe('a coordinate without a number', () => {
  test.each<[string, object, string]>([
    ['an unknown measure', { definition: { builtin: 'orders/by-brand' }, cell: { measure: 'secret' } }, 'cell.measure'],
    [
      'a date',
      { definition: { builtin: 'clubs/release-summary' }, cell: { measure: 'releaseDate', aggregation: 'Max' } },
      'cell.measure',
    ],
    ['a dimension', { definition: { builtin: 'orders/by-brand' }, cell: { measure: 'brand' } }, 'cell.measure'],
    [
      'a measure that is not shown',
      { definition: { builtin: 'orders/by-brand' }, cell: { measure: 'quantity' } },
      'cell.measure',
    ],
    [
      'a row of another group',
      {
        definition: { builtin: 'orders/by-brand' },
        cell: { row: { brand: 'A', channel: 'pos' }, measure: 'netSales' },
      },
      'cell.row',
    ],
    [
      'an incomplete row',
      { definition: { builtin: 'clubs/holds' }, cell: { row: { clubName: 'A' }, measure: 'holdCount' } },
      'cell.row',
    ],
    [
      'a comparison value without a comparison',
      { definition: { builtin: 'orders/by-brand' }, cell: { measure: 'netSales', period: 'previous' } },
      'cell.period',
    ],
    ['a KPI that the tile does not have', { widget: { type: 'sales' }, cell: { measure: 'guests' } }, 'cell.measure'],
  ])('%s is rejected by field with 400', async (_what, body, field) => {
    for (const path of ['/reports/explain', '/reports/drill']) {
      const response = await t.call('POST', path, { token: owner.token, body })
      expect([response.statusCode, response.json().errors[0].field]).toEqual([400, field])
    }
  })

  test('returns 404 for an unknown report and 400 for an unknown widget', async () => {
    const ask = (body: object) => t.call('POST', '/reports/explain', { token: owner.token, body })
    expect((await ask({ definition: { builtin: 'orders/nothing' }, cell: { measure: 'netSales' } })).statusCode).toBe(
      404,
    )
    expect((await ask({ widget: { type: 'crystalBall' }, cell: { measure: 'netSales' } })).json().errors[0].code).toBe(
      'widget.unknown_type',
    )
  })
})
