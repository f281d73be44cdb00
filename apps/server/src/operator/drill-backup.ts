import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { CANONICAL_TABLE_NAMES } from '#domain/canonical/tables.ts'
import type { Env } from '#server/env.ts'
import { removeAtStop } from '#server/platform/at-stop.ts'
import { type ControlTotals, controlTotals, controlTotalsOfFile } from '#warehouse/duckdb/backup/control-totals.ts'
import { readStoredSettings } from '#warehouse/duckdb/backup/stored-settings.ts'
import type { DuckDbWarehouse } from '#warehouse/duckdb/duckdb-warehouse.ts'
import { openDuckDbWarehouse } from '#warehouse/duckdb/open-warehouse.ts'
import type { AccountKeys, FileKey } from '#warehouse/file-store.ts'
import { type AccountSettings, accountDifferences, readAccountSettings } from './account-differences.ts'
import { accountFileName, type Manifest } from './backup-manifest.ts'
import { type Restored, restoreBackup } from './restore-backup.ts'

export interface DrillResult {
  /** for the operator, one per account and more */
  readonly lines: readonly string[]
  readonly isGood: boolean
}

/** One comparison: what was compared, and how it differs from the manifest. */
interface Finding {
  readonly subject: string
  readonly detail: string
  readonly isGood: boolean
}

/**
 * Restores a backup into a new folder inside `parent` with an embedded database, opens every account, compares all counts and
 * control totals with the manifest and its rows with its settings and services, and deletes the folder.
 */
export const drillBackup = async (env: Env, source: string, parent: string): Promise<DrillResult> => {
  await mkdir(parent, { recursive: true })
  const scratch = await mkdtemp(join(parent, 'cuvee-drill-'))
  const forget = removeAtStop(scratch)
  try {
    const { DATABASE_URL: _, ...settings } = env
    const findings = await restoreBackup({ ...settings, DATA_DIR: scratch }, source, compareRestored)
    return {
      lines: findings.map(({ subject, detail, isGood }) => `${isGood ? 'ok    ' : 'FAILED'} ${subject}: ${detail}`),
      isGood: findings.every(({ isGood }) => isGood),
    }
  } finally {
    await rm(scratch, { recursive: true, force: true }).finally(forget)
  }
}

const compareRestored = async (restored: Restored): Promise<readonly Finding[]> => {
  const { manifest, fileKeys, paths } = restored
  const findings = [await compareTables(restored)]
  const find = async (accountId: number) => ({ wanted: fileKeys.get(accountId) ?? null, previous: [] })
  const keys: AccountKeys = { find, settle: async () => undefined }
  const warehouse = await openDuckDbWarehouse({ dataDir: paths.root, keys })
  const settings = await readAccountSettings(restored.pool)
  try {
    for (const accountId of manifest.accounts) {
      const file = join(paths.warehouse, accountFileName(accountId))
      const stored = { accountId, file, key: fileKeys.get(accountId) ?? null, settings: settings.get(accountId) }
      findings.push(await compareAccount(warehouse, stored, manifest))
    }
  } finally {
    await warehouse.close()
  }
  const missing = manifest.failed.map(({ accountId, reason }) => ({
    subject: `account ${accountId}`,
    detail: `not in the backup (${reason})`,
    isGood: false,
  }))
  const elsewhere = manifest.elsewhere.map((accountId) => ({
    subject: `account ${accountId}`,
    detail: 'in ClickHouse, whose own backup has its records',
    isGood: true,
  }))
  return [...findings, ...elsewhere, ...missing]
}

const compareTables = async ({ pool, manifest: { tables } }: Restored): Promise<Finding> => {
  const restored: Record<string, number> = {}
  for (const table of Object.keys(tables)) {
    const { rows } = await pool.query<{ count: string }>(`select count(*) from ${pg.escapeIdentifier(table)}`)
    restored[table] = Number(rows[0]?.count)
  }
  const differences = differencesOf(tables, restored)
  return finding('database', differences, `${Object.keys(tables).length} tables, ${sum(tables)} rows`)
}

interface RestoredFile {
  readonly accountId: number
  readonly file: string
  readonly key: FileKey | null
  readonly settings: AccountSettings | undefined
}

const compareAccount = async (
  warehouse: DuckDbWarehouse,
  { accountId, file, key, settings }: RestoredFile,
  { totals }: Manifest,
): Promise<Finding> => {
  const subject = `account ${accountId}`
  const expected = totals[accountId]
  if (!expected) return { subject, detail: 'the backup has no control totals', isGood: false }
  try {
    const stored = await controlTotalsOfFile(file, key)
    const opened = await warehouse.withConnection(accountId, controlTotals)
    const differences = [
      ...accountDifferences(await warehouse.withConnection(accountId, readStoredSettings), settings),
      ...totalsDifferences(expected, stored),
      ...totalsDifferences(comparableTotals(expected), comparableTotals(opened)),
    ]
    return finding(subject, [...new Set(differences)], describeTotals(expected))
  } catch (error) {
    return { subject, detail: error instanceof Error ? error.message : String(error), isGood: false }
  }
}

/** Opening the file may migrate it, which may change rollups but never records. */
const comparableTotals = ({ rows, netSales }: ControlTotals): ControlTotals => ({
  rows: Object.fromEntries(CANONICAL_TABLE_NAMES.map((table) => [table, rows[table] ?? 0])),
  netSales,
})

const totalsDifferences = (expected: ControlTotals, found: ControlTotals): readonly string[] => [
  ...differencesOf(expected.rows, found.rows),
  ...differencesOf(expected.netSales, found.netSales).map((text) => `net sales ${text}`),
]

type Counts = Readonly<Record<string, number>>

const differencesOf = (expected: Counts, found: Counts): readonly string[] =>
  isDeepStrictEqual(expected, found)
    ? []
    : [...new Set([...Object.keys(expected), ...Object.keys(found)])]
        .filter((name) => expected[name] !== found[name])
        .map((name) => `${name} ${found[name] ?? 'missing'} instead of ${expected[name] ?? 'none'}`)

const finding = (subject: string, differences: readonly string[], detail: string): Finding => ({
  subject,
  detail: differences.length > 0 ? differences.join(', ') : detail,
  isGood: differences.length === 0,
})

const describeTotals = ({ rows, netSales }: ControlTotals): string => {
  const sales = Object.entries(netSales).map(([currency, amount]) => `${amount} ${currency} minor units`)
  const orders = `${rows.orders ?? 0} orders, ${rows.order_lines ?? 0} order lines`
  return sales.length > 0 ? `${orders}, net sales ${sales.join(', ')}` : orders
}

const sum = (counts: Counts): number => Object.values(counts).reduce((total, count) => total + count, 0)
