import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { migrations } from '#server/db/migrations/index.ts'
import type { Env } from '#server/env.ts'
import { openStream, sealStream } from '#server/platform/sealed-stream.ts'
import { StartFailure } from '#server/runtime.ts'
import { type BackupFiles, plainFiles, sealedFiles } from './backup-files.ts'
import { type BackupSeal, openSeal } from './backup-seal.ts'

const MANIFEST = 'manifest.json'
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
  /** accounts whose analytics data is in ClickHouse, of which backups are made there */
  elsewhere: z.array(z.number().int()).default([]),
  /** accounts whose analytics data could not be copied; backups of earlier releases have none */
  failed: z.array(z.object({ accountId: z.number().int(), reason: z.string() })).default([]),
  /** by account id, read from the copy: rows by table, and net sales in minor units by currency */
  totals: z.record(z.string(), z.object({ rows: Counts, netSales: Counts })).default({}),
  /** by account id: the key of an encrypted copy, sealed with the master key, in base64 */
  keys: z.record(z.string(), z.base64()).default({}),
  /** SHA-256 of each file but this one, by path; backups of earlier releases have none */
  digests: z.record(z.string(), z.string()).default({}),
  /** opens with the master key that the data's secrets are sealed with; null: the installation has none */
  keyCheck: z.base64().nullable().default(null),
})
export type Manifest = z.infer<typeof Manifest>
export type FailedAccount = Manifest['failed'][number]

export const accountFileName = (accountId: number): string => `${accountId}.duckdb`

/** Of an encrypted backup: what can be read without the master key. */
const SealedManifest = z.object({ sealed: z.object({ key: z.base64(), manifest: z.base64() }) })

/** Writes the manifest, with a seal encrypted. */
export const writeManifest = async (folder: string, manifest: Manifest, seal: BackupSeal | null): Promise<void> => {
  const text = JSON.stringify(manifest, null, 2)
  const content = seal === null ? text : JSON.stringify({ sealed: await sealManifest(text, seal) })
  await writeFile(join(folder, MANIFEST), `${content}\n`, { mode: 0o600, flush: true })
}

const sealManifest = async (text: string, { key, sealed }: BackupSeal) => {
  const bytes = await buffer(sealStream(key, MANIFEST)(Readable.from([text])))
  return { key: sealed, manifest: bytes.toString('base64') }
}

export interface Backup {
  readonly manifest: Manifest
  readonly files: BackupFiles
}

/**
 * Opens a backup, an encrypted one with the master key of the environment.
 *
 * @throws StartFailure when the folder is not a complete backup, or is one of a newer release, or the master key is not the one
 */
export const openBackup = async (env: Env, source: string): Promise<Backup> => {
  const text = await readFile(join(source, MANIFEST), 'utf8').catch(() => {
    throw new StartFailure(`${source} is not a complete backup`)
  })
  const stored: unknown = JSON.parse(text)
  const sealed = SealedManifest.safeParse(stored)
  if (!sealed.success) return { manifest: readManifest(stored), files: plainFiles(source) }
  const { key } = await openSeal(env, sealed.data.sealed.key)
  const bytes = Buffer.from(sealed.data.sealed.manifest, 'base64')
  const opened = await buffer(openStream(key, MANIFEST)(Readable.from([bytes]))).catch((cause) => {
    throw new StartFailure(`the backup is damaged: ${MANIFEST} was changed`, { cause })
  })
  return { manifest: readManifest(JSON.parse(opened.toString())), files: sealedFiles(source, key) }
}

const readManifest = (stored: unknown): Manifest => {
  const manifest = Manifest.parse(stored)
  const known = new Set(migrations.map(({ id }) => id))
  const newer = manifest.migrations.find((id) => !known.has(id))
  if (newer) throw new StartFailure(`the backup was made by a newer release (${newer})`)
  return manifest
}

/** Like "account 3 (disk full), account 7 (…)". */
export const listFailed = (failed: readonly FailedAccount[]): string =>
  failed.map(({ accountId, reason }) => `account ${accountId} (${reason})`).join(', ')
