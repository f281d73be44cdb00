import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { createCsvNormalizer } from '#connectors/csv/normalizer.ts'
import { ImportSettings, type ImportSettingsInput } from '#contract/imports.ts'
import { stageCsv } from '#warehouse/duckdb/csv/stage-csv.ts'
import { openDuckDbWarehouse } from '#warehouse/duckdb/open-warehouse.ts'
import { templateFile } from '#warehouse/duckdb/test-warehouse.fixture.ts'
import { resolveFile } from './preview-import.usecases.ts'

interface ImportOptions {
  readonly accountId?: number
  readonly currency?: string
  readonly timeZone?: string
}

/** Imports files directly into a separate warehouse, without server and app database. */
export const csvImports = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cuvee-csv-'))
  // As in other tests: copied files take a tenth of the time of created ones, and a second thread costs more than it saves.
  const quick = { threads: 1, template: await templateFile(), checkpointOnClose: false }
  const warehouse = await openDuckDbWarehouse({ dataDir, ...quick })
  afterAll(async () => {
    await warehouse.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  let files = 0

  /** Throws for invalid settings; commits unless invalid rows prevent it. */
  const importText = async (text: string, given: ImportSettingsInput = {}, options: ImportOptions = {}) => {
    const { accountId = 1, currency = 'USD', timeZone = 'America/Los_Angeles' } = options
    const normalizer = createCsvNormalizer()
    const bytes = Buffer.concat([normalizer.push(Buffer.from(text)), normalizer.end()])
    const report = normalizer.report()
    files += 1
    const path = join(await warehouse.stagingFolder(accountId), `${files}.csv`)
    await writeFile(path, bytes)
    const file = { ...report, paths: [path] }
    const { plan, problems } = await resolveFile(
      { warehouse },
      { accountId, file, currency },
      ImportSettings.parse(given),
    )
    if (problems.length > 0) throw new Error(problems.map(({ column, message }) => `${column}: ${message}`).join('; '))
    const load = await warehouse.beginLoad({
      accountId,
      serviceId: 'file',
      batchId: `batch-${files}`,
      calendar: { timeZone },
      mode: 'merge',
    })
    try {
      const staged = await stageCsv(load, { plan, serviceId: 'file' })
      const isRejected = plan.onError === 'abort' && staged.rejected > 0
      return { ...staged, report, changed: isRejected ? false : (await load.commit()).changed }
    } finally {
      await load.discard()
    }
  }

  const rows = async (sql: string, accountId = 1) => (await warehouse.query(accountId, { sql, params: [] })).rows
  return { warehouse, importText, rows }
}
