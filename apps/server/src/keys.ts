import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { parseJson } from '#domain/text.ts'
import { BadSetting, type Env } from './env.ts'
import { StartFailure } from './runtime.ts'

/** Secrets of this installation, 32 bytes each. */
export interface Keys {
  /** signs session tokens */
  readonly session: Buffer
  /** encrypts secrets of services and the keys of accounts */
  readonly master: Buffer
  /** the previous master key, which may still be needed to decrypt */
  readonly retiredMaster: Buffer | null
}

const KEY_BYTES = 32
const OWNER_ONLY = 0o600

const Key = z.base64().refine((text) => Buffer.from(text, 'base64').length === KEY_BYTES)
const KeyFile = z.object({ session: Key, master: Key })

export type MasterKeys = Pick<Keys, 'master' | 'retiredMaster'>

type MasterSettings = Partial<Pick<Env, 'MASTER_KEY' | 'MASTER_KEY_FILE' | 'MASTER_KEY_OLD' | 'MASTER_KEY_OLD_FILE'>>

interface KeySource {
  readonly env: MasterSettings & Partial<Pick<Env, 'SESSION_KEY' | 'ENCRYPT_DATA'>>
  /** of the key file */
  readonly path: string
  /** whether accounts exist; called only when there is no key file */
  readonly hasAccounts: () => Promise<boolean>
}

/**
 * Loads the keys from the environment and the files that it names, or else from the key file, which is generated at the first
 * start.
 *
 * @throws StartFailure when the file is damaged, missing while accounts exist whose secrets need the old keys, or holds the key
 * that encrypts the data around it
 * @throws BadSetting when a file of the environment has no key
 */
export const loadKeys = async ({ env, path, hasAccounts }: KeySource): Promise<Keys> => {
  const { SESSION_KEY: session, ENCRYPT_DATA: isEncrypting = false } = env
  const master = await readSetting(env, 'MASTER_KEY')
  const retired = await readSetting(env, 'MASTER_KEY_OLD')
  if (isEncrypting && (await readKeyFile(path))?.master === master) throw new StartFailure(`${path} ${SAME_KEY}`)
  if (session && master) return fromText({ session, master }, retired)
  const stored = (await readKeyFile(path)) ?? (await createFirstKeyFile(path, hasAccounts))
  return fromText({ session: session ?? stored.session, master: master ?? stored.master }, retired)
}

const SAME_KEY =
  'holds the same master key: with ENCRYPT_DATA, set MASTER_KEY to a new one, and MASTER_KEY_OLD to the one there'

/** The master keys of the environment and the files that it names; null: none. @throws BadSetting */
export const readMasterKeys = async (env: MasterSettings): Promise<MasterKeys | null> => {
  const master = await readSetting(env, 'MASTER_KEY')
  if (master === null) return null
  const retired = await readSetting(env, 'MASTER_KEY_OLD')
  return {
    master: Buffer.from(master, 'base64'),
    retiredMaster: retired === null ? null : Buffer.from(retired, 'base64'),
  }
}

const readSetting = async (env: MasterSettings, name: 'MASTER_KEY' | 'MASTER_KEY_OLD'): Promise<string | null> => {
  const path = env[`${name}_FILE`]
  if (path === undefined) return env[name] ?? null
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new BadSetting(`${name}_FILE: cannot be read (${cause.code})`, { cause })
  })
  const parsed = Key.safeParse(text.trim())
  if (!parsed.success) throw new BadSetting(`${name}_FILE: must hold 32 bytes in base64`)
  return parsed.data
}

const fromText = (text: z.infer<typeof KeyFile>, retired: string | null): Keys => ({
  session: Buffer.from(text.session, 'base64'),
  master: Buffer.from(text.master, 'base64'),
  retiredMaster: retired === null ? null : Buffer.from(retired, 'base64'),
})

/** The master keys for data whose key file holds `text`, if there is one; null: none is known. */
export const chooseMasterKeys = async (env: MasterSettings, text: string | null): Promise<MasterKeys | null> => {
  const chosen = await readMasterKeys(env)
  if (chosen !== null || text === null) return chosen
  return fromText(parseKeyFile(text, 'keys.json'), await readSetting(env, 'MASTER_KEY_OLD'))
}

const readKeyFile = async (path: string): Promise<z.infer<typeof KeyFile> | null> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : parseKeyFile(text, path)
}

const HINT = 'bring it back from a backup, or set SESSION_KEY and MASTER_KEY'

// The parser's error message would quote the file, and with it the keys.
const parseKeyFile = (text: string, path: string): z.infer<typeof KeyFile> => {
  const parsed = KeyFile.safeParse(parseJson(text))
  if (!parsed.success) throw new StartFailure(`${path} is damaged: ${HINT}`)
  return parsed.data
}

const createFirstKeyFile = async (
  path: string,
  hasAccounts: () => Promise<boolean>,
): Promise<z.infer<typeof KeyFile>> => {
  if (await hasAccounts()) throw new StartFailure(`${path} is missing: ${HINT}`)
  return createKeyFile(path)
}

const createKeyFile = async (path: string): Promise<z.infer<typeof KeyFile>> => {
  const makeKey = () => randomBytes(KEY_BYTES).toString('base64')
  const keys = { session: makeKey(), master: makeKey() }
  await writeFile(`${path}.new`, `${JSON.stringify(keys)}\n`, { mode: OWNER_ONLY, flush: true })
  await rename(`${path}.new`, path)
  return keys
}
