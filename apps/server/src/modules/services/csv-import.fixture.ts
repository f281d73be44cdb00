import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll } from 'vitest'
import { ImportSettings, type ImportSettingsInput } from '#contract/imports.ts'
import { stageCsv } from '#warehouse/duckdb/csv/stage-csv.ts'
import { openDuckDbWarehouse } from '#warehouse/duckdb/open-warehouse.ts'
import { templateFile } from '#warehouse/duckdb/test-warehouse.fixture.ts'
import { resolveFile } from './preview-import.usecases.ts'
import { stageContents } from './stage-content.ts'
import { readStagedFile } from './staged-files.repo.ts'

interface ImportOptions {
  /** of the settings' custom fields, in their order */
  readonly customFieldKeys?: readonly string[]
  /** default: a new account */
  readonly accountId?: number
  readonly serviceId?: string
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
  let accounts = 0
  let latest = 0

  /** An account without files, for those that import several. */
  const nextAccount = (): number => {
    accounts += 1
    return accounts
  }

  /** Imports a file, or several in one upload. Throws for invalid settings; commits unless invalid rows prevent it. */
  const importFile = async (
    bytes: Uint8Array | readonly Uint8Array[],
    given: ImportSettingsInput = {},
    options: ImportOptions = {},
  ) => {
    const {
      accountId = nextAccount(),
      serviceId = 'file',
      currency = 'USD',
      timeZone = 'America/Los_Angeles',
    } = options
    files += 1
    latest = accountId
    const folder = join(await warehouse.stagingFolder(accountId), String(files))
    await mkdir(folder)
    const contents = [bytes].flat().map((one, index) => ({ name: `${index + 1}.csv`, content: Readable.from([one]) }))
    await stageContents({ accountId, files: Readable.from(contents), signal: AbortSignal.timeout(60_000) }, folder)
    const file = await readStagedFile(folder, ImportSettings.parse(given).table)
    if (file === null) throw new Error('The file was not staged')
    const { plan, problems } = await resolveFile(
      { warehouse },
      { accountId, file, currency, keys: options.customFieldKeys },
      ImportSettings.parse(given),
    )
    if (problems.length > 0) throw new Error(problems.map(({ column, message }) => `${column}: ${message}`).join('; '))
    const load = await warehouse.beginLoad({
      accountId,
      serviceId,
      batchId: `batch-${files}`,
      calendar: { timeZone },
      mode: 'merge',
    })
    try {
      const staged = await stageCsv(load, { plan, serviceId })
      const isRejected = plan.onError === 'abort' && staged.rejected > 0
      return { ...staged, report: file, changed: isRejected ? false : (await load.commit()).changed }
    } finally {
      await load.discard()
    }
  }

  const importText = (text: string, given: ImportSettingsInput = {}, options: ImportOptions = {}) =>
    importFile(Buffer.from(text), given, options)

  /** Of the account of the last import by default. */
  const rows = async (sql: string, accountId = latest) => (await warehouse.query(accountId, { sql, params: [] })).rows
  return { warehouse, importFile, importText, nextAccount, rows }
}
