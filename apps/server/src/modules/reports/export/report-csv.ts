import type { Cell, ResultColumn } from '#contract/reports.ts'
import { currencyExponent } from '#domain/money.ts'
import { decimalsForFormat } from '#domain/round-answer.ts'
import { compileRows } from '#semantic/compiler/compile.ts'
import { describeColumns } from '#semantic/compiler/describe-columns.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import type { Deps } from '#server/deps.ts'
import {
  compilerOptions,
  type DataSnapshot,
  presentColumns,
  type QuerySession,
  StaleVersionError,
  withConsistentVersion,
} from '#server/modules/analytics/index.ts'
import { BYTE_ORDER_MARK, csvComment, csvRecord, type MoneyCells } from '#server/platform/csv-record.ts'
import type { CsvRequest } from '#warehouse/engine.ts'
import { type BodyParts, CsvBody } from './csv-body.ts'
import { fileCell, fileHeader, fileLabels } from './file-cells.ts'
import { type ResultFacts, reportFacts } from './report-facts.ts'
import type { ReportQuestion } from './report-question.ts'
import { loadReportSnapshot } from './report-snapshot.ts'
import { labelOthersRow, labelTotalRow, reportTable } from './report-table.ts'
import type { Fact, ReportSnapshot } from './table-snapshot.ts'

/** What a CSV file holds besides its header and rows. */
export interface CsvParts {
  /** a last record with the totals */
  readonly totals: boolean
  /** the report's facts as comment lines before the header */
  readonly details: boolean
}

const commentLines = (facts: readonly Fact[]): string =>
  facts.map(({ label, text }) => csvComment(`${label}: ${text}`)).join('')

interface CsvColumns {
  readonly kinds: readonly ResultColumn['kind'][]
  readonly money: MoneyCells
  readonly toCells: ReadonlyArray<(cell: Cell) => Cell>
}

const record = ({ money, toCells }: CsvColumns, cells: readonly Cell[]): string =>
  csvRecord(
    cells.map((cell, index) => toCells[index]?.(cell) ?? null),
    money,
  )

const othersRecord = async (
  session: QuerySession,
  { report }: ReportQuestion,
  columns: CsvColumns,
): Promise<string> => {
  const { query } = report
  const { top, grain } = query
  if (top === null || grain !== 'groups' || (await session.rowCount(query)) <= top) return ''
  return record(columns, labelOthersRow(await session.others(query), columns.kinds))
}

const totalRecord = async (session: QuerySession, question: ReportQuestion, columns: CsvColumns): Promise<string> => {
  const { request, report } = question
  const isTotaled = (index: number): boolean =>
    columns.kinds[index] === 'measure' && request.definition.columns[index]?.total !== false
  const totals = await session.totals(report.query, isTotaled)
  return formatTotals(totals, columns)
}

const formatTotals = (totals: readonly Cell[], { kinds, money }: CsvColumns): string =>
  totals.every((cell) => cell === null) ? '' : csvRecord(labelTotalRow(totals, kinds), money)

const readCsvFacts = async (
  session: QuerySession,
  query: SemanticQuery,
  about: Pick<ResultFacts, 'rows' | 'asOf'>,
): Promise<ResultFacts> => ({
  ...about,
  columns: presentColumns(query),
  excluded: await session.excluded(query),
  notCounted: await session.notCounted(query),
  costCoverage: await session.costCoverage(query),
})

const writeParts = async (
  deps: Deps,
  question: ReportQuestion,
  parts: CsvParts,
  { openSession, dataVersion, asOf }: DataSnapshot,
  signal: AbortSignal,
): Promise<BodyParts> => {
  const { settings, reader, request, report } = question
  const { query } = report
  const { currency, timeZone } = settings
  const session = openSession(signal)
  session.assertAllowed(query)
  const outputs = describeColumns(query)
  const fileReader = { culture: reader.culture, currency, timeZone, isGrouped: query.grain === 'groups' }
  const columns = outputs.map(({ column, displayName, isMeasure, format }, index) => ({
    header: request.definition.columns[index]?.displayName ?? displayName,
    columnId: column.columnId,
    kind: isMeasure ? ('measure' as const) : ('dimension' as const),
    type: column.type,
    format,
  }))
  const money = { columns: outputs.flatMap(({ isMoney }, index) => (isMoney ? [index] : [])), currency }
  const csvColumns: CsvColumns = {
    kinds: columns.map(({ kind }) => kind),
    money,
    toCells: columns.map((column) => fileCell(column, fileReader)),
  }
  const options = compilerOptions(deps.warehouse, settings)
  const decimals = Object.fromEntries(
    outputs.flatMap(({ isMeasure, format }, index) => {
      const own = isMeasure ? decimalsForFormat(format) : null
      return own === null ? [] : [[index, own]]
    }),
  )
  const csvQuery: CsvRequest = {
    statement: (dialect) => compileRows(query, { ...options, dialect }),
    moneyColumns: money.columns,
    moneyDigits: currencyExponent(currency),
    decimals,
    instants: { columns: columns.flatMap(({ format }, index) => (format === 'dateTime' ? [index] : [])), timeZone },
    labels: new Map(
      columns.flatMap((column, index) => {
        const labels = column.format === 'dateTime' ? null : fileLabels(column, fileReader)
        return labels === null ? [] : [[index, labels] as const]
      }),
    ),
  }
  const rows = await deps.warehouse.writeCsv(settings.accountId, csvQuery, { signal })
  try {
    if (rows.dataVersion !== dataVersion) throw new StaleVersionError()
    const others = await othersRecord(session, question, csvColumns)
    const totals = parts.totals ? await totalRecord(session, question, csvColumns) : ''
    const facts = parts.details
      ? reportFacts(question, await readCsvFacts(session, query, { rows: rows.rows, asOf }))
      : []
    const headers = columns.map((column) => fileHeader(column.header, column, timeZone))
    const head = `${BYTE_ORDER_MARK}${commentLines(facts)}${csvRecord(headers)}`
    return { head, rows, tail: `${others}${totals}` }
  } catch (error) {
    rows.content.destroy()
    throw error
  }
}

/** All rows of a report as CSV, written by the warehouse without a row limit. */
export const reportCsv = (deps: Deps, question: ReportQuestion, parts: CsvParts, signal: AbortSignal) =>
  withConsistentVersion(deps, question.settings, async (snapshot) => {
    const body = await writeParts(deps, question, parts, snapshot, signal)
    const { head, rows, tail } = body
    const bytes = Buffer.byteLength(head) + rows.bytes + Buffer.byteLength(tail)
    return { bytes, content: new CsvBody(body) }
  })

const formatComparedRows = (report: ReportSnapshot, parts: CsvParts): string => {
  const { columns, rows, others, totals } = reportTable(report.answer)
  const money = {
    columns: columns.flatMap(({ format }, index) => (format === 'currency' ? [index] : [])),
    currency: report.currency,
  }
  const csvColumns: CsvColumns = {
    kinds: columns.map(({ kind }) => kind),
    money,
    toCells: columns.map((column) => fileCell(column, report)),
  }
  const records = [...rows, ...(others ? [others] : [])].map((row) => record(csvColumns, row))
  const total = parts.totals && totals !== null ? formatTotals(totals, csvColumns) : ''
  const header = csvRecord(columns.map((column) => fileHeader(column.header, column, report.timeZone)))
  const comments = parts.details ? commentLines(report.facts) : ''
  return `${BYTE_ORDER_MARK}${comments}${header}${records.join('')}${total}`
}

/** The groups of a report next to those of the earlier period, matched in memory and therefore limited in number. */
export const comparedReportCsv = async (
  deps: Deps,
  question: ReportQuestion,
  options: CsvParts & Parameters<typeof loadReportSnapshot>[2],
  signal: AbortSignal,
): Promise<Buffer> =>
  Buffer.from(formatComparedRows(await loadReportSnapshot(deps, question, options, signal), options))
