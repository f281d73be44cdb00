import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { migrations } from '#server/db/migrations/index.ts'
import { StartFailure } from '#server/runtime.ts'

export const MANIFEST = 'manifest.json'
export const TABLES_FOLDER = 'app'
export const WAREHOUSE_FOLDER = 'warehouse'
export const FILES_FOLDER = 'files'
export const KEY_FILE = 'keys.json'

const Counts = z.record(z.string(), z.number().int())

/** The description of a backup; written last, so a folder without one is incomplete. */
const Manifest = z.object({
  madeUtc: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** rows of the app database by table */
  tables: Counts,
  /** ids of the accounts whose analytics data is in the backup */
  accounts: z.array(z.number().int()),
  /** accounts whose analytics data could not be copied; backups of earlier releases have none */
  failed: z.array(z.object({ accountId: z.number().int(), reason: z.string() })).default([]),
  /** by account id, read from the copy: rows by table, and net sales in minor units by currency */
  totals: z.record(z.string(), z.object({ rows: Counts, netSales: Counts })).default({}),
  /** by account id: the key of an encrypted copy, sealed with the master key, in base64 */
  keys: z.record(z.string(), z.base64()).default({}),
})
export type Manifest = z.infer<typeof Manifest>
export type FailedAccount = Manifest['failed'][number]

export const accountFileName = (accountId: number): string => `${accountId}.duckdb`

/** @throws StartFailure when the folder is not a complete backup, or is one of a newer release */
export const readManifest = async (source: string): Promise<Manifest> => {
  const text = await readFile(join(source, MANIFEST), 'utf8').catch(() => {
    throw new StartFailure(`${source} is not a complete backup`)
  })
  const manifest = Manifest.parse(JSON.parse(text))
  const known = new Set(migrations.map(({ id }) => id))
  const newer = manifest.migrations.find((id) => !known.has(id))
  if (newer) throw new StartFailure(`the backup was made by a newer release (${newer})`)
  return manifest
}

/** Like "account 3 (disk full), account 7 (…)". */
export const listFailed = (failed: readonly FailedAccount[]): string =>
  failed.map(({ accountId, reason }) => `account ${accountId} (${reason})`).join(', ')
