import { Readable } from 'node:stream'
import { currencyExponent } from '#domain/money.ts'
import { compileRows } from '#semantic/compiler/compile.ts'
import { describeColumns } from '#semantic/compiler/describe-columns.ts'
import type { Deps } from '#server/deps.ts'
import { compilerOptions, DataMoved, type QuerySession } from '#server/modules/analytics/query-session.ts'
import { BYTE_ORDER_MARK, csvNote, csvRecord, type MoneyCells } from '#server/platform/csv-record.ts'
import type { CsvRows } from '#warehouse/engine.ts'
import { type AnsweredReport, answerReport } from '../answered-report.ts'
import { atOneVersion, type VersionedSession } from '../at-one-version.ts'
import { type Fact, reportFacts } from '../report-facts.ts'
import type { ReportQuestion } from '../report-question.ts'
import { namedOthers, reportTable } from '../report-table.ts'

export interface CsvContent {
  readonly bytes: number
  readonly content: Readable
}

/** The facts after an empty record, each in one cell, so that the header stays the first line of the file. */
const factRecords = (facts: readonly Fact[], width: number): string =>
  [csvNote('', width), ...facts.map(({ label, text }) => csvNote(`${label}: ${text}`, width))].join('')

interface Parts {
  readonly head: string
  readonly rows: CsvRows
  readonly tail: string
}

const joined = ({ head, rows, tail }: Parts): CsvContent => {
  const content = Readable.from(
    (async function* () {
      yield Buffer.from(head)
      yield* rows.content
      yield Buffer.from(tail)
    })(),
    { objectMode: false },
  )
  // Also when nobody has begun to read it.
  content.once('close', () => rows.content.destroy())
  return { bytes: Buffer.byteLength(head) + rows.bytes + Buffer.byteLength(tail), content }
}

const othersRecord = async (session: QuerySession, { report }: ReportQuestion, money: MoneyCells): Promise<string> => {
  const { query } = report
  const { top, grain } = query
  if (top === null || grain !== 'groups' || (await session.rowCount(query)) <= top) return ''
  const kinds = describeColumns(query).map(({ isMeasure }) => (isMeasure ? 'measure' : 'dimension'))
  return csvRecord(namedOthers(await session.others(query), kinds), money)
}

const partsOf = async (
  deps: Pick<Deps, 'warehouse'>,
  question: ReportQuestion,
  { session, dataVersion, asOf }: VersionedSession,
  signal: AbortSignal,
): Promise<Parts> => {
  const { settings, request, report } = question
  const { query } = report
  const outputs = describeColumns(query)
  const money = {
    columns: outputs.flatMap(({ isMoney }, index) => (isMoney ? [index] : [])),
    currency: settings.currency,
  }
  const headers = outputs.map(
    ({ column }, place) => request.definition.columns[place]?.displayName ?? column.displayName,
  )
  const statement = compileRows(query, compilerOptions(deps.warehouse, settings))
  const asked = { statement, moneyColumns: money.columns, moneyDigits: currencyExponent(settings.currency) }
  const rows = await deps.warehouse.writeCsv(settings.accountId, asked, { signal })
  try {
    if (rows.dataVersion !== dataVersion) throw new DataMoved()
    const others = await othersRecord(session, question, money)
    const facts = reportFacts(question, { rows: rows.rows, asOf, excluded: await session.excluded(query) })
    const head = `${BYTE_ORDER_MARK}${csvRecord(headers)}`
    return { head, rows, tail: `${others}${factRecords(facts, outputs.length)}` }
  } catch (error) {
    rows.content.destroy()
    throw error
  }
}

/** All rows of a report as CSV, made by the warehouse, whatever their number. */
export const reportCsv = (
  deps: Pick<Deps, 'warehouse'>,
  question: ReportQuestion,
  signal: AbortSignal,
): Promise<CsvContent> =>
  atOneVersion(deps, question.settings, signal, async (view) => joined(await partsOf(deps, question, view, signal)))

const comparedText = ({ answer, facts, currency }: AnsweredReport): string => {
  const { columns, rows, others } = reportTable(answer)
  const moneyColumns = columns.flatMap(({ format }, index) => (format === 'currency' ? [index] : []))
  const records = [...rows, ...(others ? [others] : [])].map((row) =>
    csvRecord(row, { columns: moneyColumns, currency }),
  )
  const header = csvRecord(columns.map((column) => column.header))
  return `${BYTE_ORDER_MARK}${header}${records.join('')}${factRecords(facts, columns.length)}`
}

/** The groups of a report beside those of the earlier period, which only we can match: so many as fit in memory. */
export const comparedCsv = async (
  deps: Pick<Deps, 'warehouse'>,
  question: ReportQuestion,
  limit: Parameters<typeof answerReport>[2],
  signal: AbortSignal,
): Promise<Buffer> => Buffer.from(comparedText(await answerReport(deps, question, limit, signal)))
