import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll } from 'vitest'
import { importFields } from '#connectors/csv/import-fields.ts'
import type { FieldMapping, FileKindName } from '#connectors/csv/mapping.ts'
import { permittedValue, rawText, typedValue } from '#warehouse/duckdb/csv/typed-value.ts'

interface Column {
  readonly kind?: FileKindName
  readonly field: string
  readonly values: readonly string[]
  readonly format?: string
  readonly delimiter?: string
  readonly currency?: string
}

/** Reads a column as an import would: its format from all values, then each value in SQL, as text. */
export const columnReader = async () => {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await instance.connect()
  await connection.run("SET TimeZone = 'UTC'")
  afterAll(() => {
    connection.closeSync()
    instance.closeSync()
  })
  return async ({ kind = 'order_lines', field, values, format, delimiter = ',', currency = 'USD' }: Column) => {
    const mapping: FieldMapping = format === undefined ? 'Column' : { column: 'Column', format }
    const file = { columns: ['Column'], sample: values.map((value) => [value]), delimiter }
    const { fields, problems } = importFields(file, kind, { [field]: mapping }, currency)
    const source = fields[field]
    if (!source) return { problem: problems.find(({ column }) => column === 'Column')?.message ?? null, read: [] }
    const cells = values.map((value, line) => `(${line}, '${value.replaceAll("'", "''")}')`).join(', ')
    const raw = `SELECT line, ${rawText(source, false)} AS raw FROM (VALUES ${cells}) AS cells(line, c0)`
    const typed = `SELECT line, ${typedValue('raw', source, `'${currency}'`)} AS typed FROM (${raw})`
    const sql = `SELECT CAST(${permittedValue('typed', source)} AS VARCHAR) FROM (${typed}) ORDER BY line`
    const read = (await connection.runAndReadAll(sql)).getRowsJS().map(([value]) => value)
    return { problem: null, name: source.dateFormatName, read }
  }
}
