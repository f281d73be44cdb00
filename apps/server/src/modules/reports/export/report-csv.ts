import { Readable } from 'node:stream'
import { currencyExponent } from '#domain/money.ts'
import { decimalsOf } from '#domain/round-answer.ts'
import { compileRows } from '#semantic/compiler/compile.ts'
import { describeColumns } from '#semantic/compiler/describe-columns.ts'
import type { Deps } from '#server/deps.ts'
import {
  compilerOptions,
  type DataSnapshot,
  presentColumns,
  type QuerySession,
  StaleVersionError,
  withConsistentVersion,
} from '#server/modules/analytics/index.ts'
import { BYTE_ORDER_MARK, csvNote, csvRecord, type MoneyCells } from '#server/platform/csv-record.ts'
import type { CsvRows } from '#warehouse/engine.ts'
import { reportFacts } from './report-facts.ts'
import type { ReportQuestion } from './report-question.ts'
import { loadReportSnapshot } from './report-snapshot.ts'
import { labelOthersRow, reportTable } from './report-table.ts'
import type { Fact, ReportSnapshot } from './table-files.ts'

export interface CsvContent {
  readonly bytes: number
  readonly content: Readable
}

/** The facts follow an empty record, one cell each, so that the header stays the first line of the file. */
const factRecords = (facts: readonly Fact[], width: number): string =>
  [csvNote('', width), ...facts.map(({ label, text }) => csvNote(`${label}: ${text}`, width))].join('')

interface Parts {
  readonly head: string
  readonly rows: CsvRows
  readonly tail: string
}

const concatParts = ({ head, rows, tail }: Parts): CsvContent => {
  const content = Readable.from(
    (async function* () {
      yield Buffer.from(head)
      yield* rows.content
      yield Buffer.from(tail)
    })(),
    { objectMode: false },
  )
  // Also destroys the rows when the stream was never read.
  content.once('close', () => rows.content.destroy())
  return { bytes: Buffer.byteLength(head) + rows.bytes + Buffer.byteLength(tail), content }
}

const othersRecord = async (session: QuerySession, { report }: ReportQuestion, money: MoneyCells): Promise<string> => {
  const { query } = report
  const { top, grain } = query
  if (top === null || grain !== 'groups' || (await session.rowCount(query)) <= top) return ''
  const kinds = describeColumns(query).map(({ isMeasure }) => (isMeasure ? 'measure' : 'dimension'))
  return csvRecord(labelOthersRow(await session.others(query), kinds), money)
}

const writeParts = async (
  deps: Pick<Deps, 'warehouse'>,
  question: ReportQuestion,
  { openSession, dataVersion, asOf }: DataSnapshot,
  signal: AbortSignal,
): Promise<Parts> => {
  const { settings, request, report } = question
  const { query } = report
  const session = openSession(signal)
  const outputs = describeColumns(query)
  const money = {
    columns: outputs.flatMap(({ isMoney }, index) => (isMoney ? [index] : [])),
    currency: settings.currency,
  }
  const headers = outputs.map(({ displayName }, place) => request.definition.columns[place]?.displayName ?? displayName)
  const statement = compileRows(query, compilerOptions(deps.warehouse, settings))
  const decimals = Object.fromEntries(
    outputs.flatMap(({ isMeasure, format }, place) => {
      const own = isMeasure ? decimalsOf(format) : null
      return own === null ? [] : [[place, own]]
    }),
  )
  const csvQuery = {
    statement,
    moneyColumns: money.columns,
    moneyDigits: currencyExponent(settings.currency),
    decimals,
  }
  const rows = await deps.warehouse.writeCsv(settings.accountId, csvQuery, { signal })
  try {
    if (rows.dataVersion !== dataVersion) throw new StaleVersionError()
    const others = await othersRecord(session, question, money)
    const facts = reportFacts(question, {
      rows: rows.rows,
      asOf,
      columns: presentColumns(query),
      excluded: await session.excluded(query),
      notCounted: await session.notCounted(query),
    })
    const head = `${BYTE_ORDER_MARK}${csvRecord(headers)}`
    return { head, rows, tail: `${others}${factRecords(facts, outputs.length)}` }
  } catch (error) {
    rows.content.destroy()
    throw error
  }
}

/** All rows of a report as CSV, written by the warehouse without a row limit. */
export const reportCsv = (
  deps: Pick<Deps, 'warehouse'>,
  question: ReportQuestion,
  signal: AbortSignal,
): Promise<CsvContent> =>
  withConsistentVersion(deps, question.settings, async (snapshot) =>
    concatParts(await writeParts(deps, question, snapshot, signal)),
  )

const formatComparedRows = ({ answer, facts, currency }: ReportSnapshot): string => {
  const { columns, rows, others } = reportTable(answer)
  const moneyColumns = columns.flatMap(({ format }, index) => (format === 'currency' ? [index] : []))
  const money = { columns: moneyColumns, currency }
  const records = [...rows, ...(others ? [others] : [])].map((row) => csvRecord(row, money))
  const header = csvRecord(columns.map((column) => column.header))
  return `${BYTE_ORDER_MARK}${header}${records.join('')}${factRecords(facts, columns.length)}`
}

/** The groups of a report next to those of the earlier period, matched in memory and therefore limited in number. */
export const comparedReportCsv = async (
  deps: Pick<Deps, 'warehouse'>,
  question: ReportQuestion,
  limit: Parameters<typeof loadReportSnapshot>[2],
  signal: AbortSignal,
): Promise<Buffer> => Buffer.from(formatComparedRows(await loadReportSnapshot(deps, question, limit, signal)))
