import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleRows } from '#connectors/sample/sample-rows.fixture.ts'
import { describeColumn, REPORT_TYPES } from '#semantic/catalog/catalog.ts'
import { type Column, isFilterOnly } from '#semantic/catalog/column.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import { chooseSource } from '#semantic/compiler/compilation.ts'
import { compileRows } from '#semantic/compiler/compile.ts'
import { compileProof } from '#semantic/lineage/proof.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import { duckDbDialect } from '#warehouse/duckdb/duckdb-dialect.ts'
import { type TestWarehouse, testWarehouse } from '#warehouse/duckdb/test-warehouse.fixture.ts'
import type { SqlValue } from '#warehouse/engine.ts'
import {
  DEFINITIONS,
  type Definitions,
  definitionProblems,
  readDefinitions,
  STANDARD_DEFINITIONS,
} from './definitions.ts'

const TODAY = '2026-03-10'
const OPTIONS = DEFINITIONS.flatMap((definition) =>
  Object.keys(definition.options).map((option) => ({
    id: definition.id,
    option,
    definition,
    isStandard: option === definition.standard,
  })),
)
const OTHER_OPTIONS = OPTIONS.filter(({ isStandard }) => !isStandard)

let opened: TestWarehouse
beforeAll(async () => {
  opened = await testWarehouse({}, afterAll)
  await opened.load(sampleRows({ seed: 7, today: TODAY, orders: 2_000, years: 2, currency: 'USD' }))
})

const optionsBy = (definitions: Definitions) => ({
  dialect: duckDbDialect,
  context: { today: TODAY, weekStart: 'monday', fiscalYearStartMonth: 1, currency: 'USD', definitions } as const,
  minorUnits: 100,
})

const over = (type: ReportType, columns: readonly Column[], more: Partial<SemanticQuery>): SemanticQuery => ({
  reportType: type.reportType,
  columns: columns.map(({ columnId }) => ({ columnId, aggregation: 'None' })),
  grain: 'groups',
  groupBy: [],
  filter: null,
  range: null,
  sort: [],
  top: null,
  page: null,
  ...more,
})

/** Caches results: rows do not change, and many options compile to the same statements. */
const cachedResults = new Map<string, Promise<SqlValue[][]>>()

const ask = (query: SemanticQuery, definitions: Definitions): Promise<SqlValue[][]> => {
  const { sql, params } = compileRows(query, optionsBy(definitions))
  const key = JSON.stringify([sql, params])
  const result = cachedResults.get(key) ?? opened.rows(sql, params)
  cachedResults.set(key, result)
  return result
}

/** Columns whose values differ under these definitions, per record or in total. */
const changedColumns = async (type: ReportType, definitions: Definitions): Promise<string[]> => {
  const shown = type.columns.filter((column) => column.kind === 'measure' || !isFilterOnly(column))
  const measures = shown.filter(({ kind }) => kind === 'measure')
  const found = new Set<string>()
  for (const [columns, query] of [
    [shown, over(type, shown, { grain: 'records' })],
    [measures, over(type, measures, {})],
  ] as const) {
    const [usual, other] = [await ask(query, STANDARD_DEFINITIONS), await ask(query, definitions)]
    expect(other).toHaveLength(usual.length)
    for (const [index, { columnId }] of columns.entries())
      if (usual.some((row, at) => row[index] !== other[at]?.[index])) found.add(columnId)
  }
  return [...found]
}

describe.each(OTHER_OPTIONS)('$id with option $option', ({ id, option, definition }) => {
  const definitions = readDefinitions({ [id]: option })

  test('changes the description of every affected column', async () => {
    for (const type of REPORT_TYPES) {
      const declared = type.columns
        .filter((column) => describeColumn(type, column, definitions) !== column.description)
        .map(({ columnId }) => columnId)
      const undeclared = (await changedColumns(type, definitions)).filter((columnId) => !declared.includes(columnId))
      expect([type.reportType, undeclared]).toEqual([type.reportType, []])
    }
  })

  test('names existing columns and changes the number that shows it', async () => {
    const names = new Set(
      REPORT_TYPES.flatMap(({ reportType, columns }) => columns.map(({ columnId }) => `${reportType}.${columnId}`)),
    )
    expect(definition.columns.filter((name) => !names.has(name))).toEqual([])
    const { reportType, columnId, rangeColumn } = definition.shownBy
    const range = { columnId: rangeColumn, from: '2025-01-01', until: '2026-01-01' }
    const query: SemanticQuery = {
      ...over(typeNamed(reportType), [], { range }),
      columns: [{ columnId, aggregation: 'None' }],
    }
    expect(await ask(query, definitions)).not.toEqual(await ask(query, STANDARD_DEFINITIONS))
  })

  test('contributing records prove every number of the affected types', async () => {
    for (const type of REPORT_TYPES) {
      if (!definition.columns.some((name) => name.startsWith(`${type.reportType}.`))) continue
      const dateColumn = type.dateColumn
      const range = dateColumn === null ? null : { columnId: dateColumn, from: '2025-06-01', until: '2026-01-01' }
      for (const measure of type.columns.filter(({ kind }) => kind === 'measure')) {
        const query = over(type, [measure], { range })
        const cell = { row: {}, measure: measure.columnId, aggregation: 'None' } as const
        const { statement, formula } = compileProof(query, cell, optionsBy(definitions))
        const [[shown, , ...parts] = []] = await opened.rows(statement.sql, statement.params)
        const [first = null, second = null] = parts.map((part) => (part === null ? null : Number(part)))
        const computed = formula.operator === 'none' ? first : first === null || !second ? null : first / second
        expect([type.reportType, measure.columnId, shown]).toEqual([
          type.reportType,
          measure.columnId,
          computed === null ? null : expect.closeTo(computed, 6),
        ])
      }
    }
  })

  test('is not read from rollups, which hold the standard option', () => {
    for (const type of REPORT_TYPES) {
      const measure = type.columns.find(({ columnId }) => columnId === 'netSales')
      if (!measure) continue
      const table = chooseSource(over(type, [measure], {}), optionsBy(definitions)).table
      if (definition.rollups.includes(type.reportType))
        expect([type.reportType, table]).toEqual([type.reportType, type.table])
    }
  })
})

const typeNamed = (name: string): ReportType => {
  const type = REPORT_TYPES.find(({ reportType }) => reportType === name)
  if (!type) throw new Error(`${name} is no report type`)
  return type
}

test('the standard options change no description and no statement', () => {
  for (const type of REPORT_TYPES) {
    for (const column of type.columns)
      expect(describeColumn(type, column, STANDARD_DEFINITIONS)).toBe(column.description)
    const query = over(
      type,
      type.columns.filter(({ kind }) => kind === 'measure'),
      {},
    )
    const { definitions: _chosen, ...context } = optionsBy(STANDARD_DEFINITIONS).context
    const standard = compileRows(query, { ...optionsBy(STANDARD_DEFINITIONS), context })
    expect(compileRows(query, optionsBy(STANDARD_DEFINITIONS))).toEqual(standard)
  }
})

test.each<[Record<string, string>, string[]]>([
  [{ netSales: 'goods' }, []],
  [{ netSales: 'Goods' }, ['netSales']],
  [{ netSales: 'constructor' }, ['netSales']],
  [{ nothing: 'goods', refundDate: 'order' }, ['nothing']],
  [{ toString: 'goods' }, ['toString']],
])('reports the invalid definitions of %j', (chosen, wrong) => {
  expect(definitionProblems(chosen).map(({ definition }) => definition)).toEqual(wrong)
})

test('reads an unknown option as the standard option', () => {
  expect(readDefinitions({ netSales: 'of the future', club: 'x' })).toEqual(STANDARD_DEFINITIONS)
  expect(readDefinitions({ refundDate: 'order', netSales: 'gone' })).toEqual({
    ...STANDARD_DEFINITIONS,
    refundDate: 'order',
  })
})
