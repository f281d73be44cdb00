import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FORMULA_AFTER_SEPARATOR, FORMULA_START } from '#domain/spreadsheet-formula.ts'
import type { CsvLabels, CsvRequest, CsvRows, Statement } from '../engine.ts'
import type { CallOptions, ClickHouse, NamedParams } from './connect.ts'

const STARTS_FORMULA = new RegExp(FORMULA_START, 'u')
const LATER_FORMULA = new RegExp(FORMULA_AFTER_SEPARATOR, 'gu')

type WriteCell = (value: unknown) => string | null

const text: WriteCell = (value) => {
  if (value === null) return null
  const found = String(value)
  const later = found.replace(LATER_FORMULA, "$1'$2")
  return STARTS_FORMULA.test(found) ? `'${later}` : later
}

const labeled =
  ({ byValue, blank }: CsvLabels): WriteCell =>
  (value) =>
    text(value === null || value === '' ? blank : (byValue[String(value)] ?? value))

const money =
  (digits: number): WriteCell =>
  (value) =>
    value === null ? null : (Math.round(Number(value)) / 10 ** digits).toFixed(digits)

const number =
  (decimals: number | null): WriteCell =>
  (value) =>
    value === null ? null : String(decimals === null ? value : Number(Number(value).toFixed(decimals)))

const localTime = (timeZone: string): WriteCell => {
  // Swedish writes dates and times as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (value) => (value === null ? null : format.format(new Date(String(value))))
}

const writers = (
  types: readonly string[],
  { moneyColumns, moneyDigits, decimals = {}, instants, labels }: CsvRequest,
): WriteCell[] =>
  types.map((type, place) => {
    const label = labels?.get(place)
    if (instants?.columns.includes(place)) return localTime(instants.timeZone)
    if (label) return labeled(label)
    if (moneyColumns.includes(place)) return money(moneyDigits)
    const bare = type.replace(/^Nullable\((.*)\)$/, '$1')
    if (/^Float/.test(bare)) return number(decimals[place] ?? null)
    return /^(U?Int|Decimal|Bool)/.test(bare) ? (value) => (value === null ? null : String(value)) : text
  })

const quoted = (cell: string | null): string => {
  if (cell === null) return ''
  return cell === '' || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** All rows of a statement as a CSV file, which is unlinked once it is open, so that an aborted reader leaves none. */
export const writeCsv = async (
  clickHouse: ClickHouse,
  request: CsvRequest<Statement>,
  params: NamedParams,
  options: CallOptions,
): Promise<Omit<CsvRows, 'dataVersion'>> => {
  const path = join(tmpdir(), `cuvee-export-${randomUUID()}.csv`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await rm(path)
    let rows = 0
    let bytes = 0
    let cells: WriteCell[] = []
    for await (const { types, chunk } of clickHouse.stream(request.statement.sql, params, options)) {
      if (cells.length === 0) cells = writers(types, request)
      const lines = chunk.map((row) => `${cells.map((write, place) => quoted(write(row[place] ?? null))).join(',')}\n`)
      const { bytesWritten } = await file.write(Buffer.from(lines.join('')), 0, null, bytes)
      bytes += bytesWritten
      rows += chunk.length
    }
    return { rows, bytes, content: file.createReadStream({ start: 0, highWaterMark: 256 * 1024 }) }
  } catch (error) {
    await file.close()
    throw error
  }
}
