import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Env } from './env.ts'

/** Secrets of this installation, 32 bytes each. */
export interface Keys {
  /** signs session tokens */
  readonly session: Buffer
  /** encrypts the secrets of services */
  readonly master: Buffer
}

const KeyFile = z.object({ session: z.base64(), master: z.base64() })

const KEY_BYTES = 32
const OWNER_ONLY = 0o600

/** Keys of the environment, else those of the key file, which is made at the first start. */
export const loadKeys = async (env: Pick<Env, 'SESSION_KEY' | 'MASTER_KEY'>, path: string): Promise<Keys> => {
  const { SESSION_KEY: session, MASTER_KEY: master } = env
  if (session && master) return fromText({ session, master })
  const stored = (await readKeyFile(path)) ?? (await makeKeyFile(path))
  return fromText({ session: session ?? stored.session, master: master ?? stored.master })
}

const fromText = (text: z.infer<typeof KeyFile>): Keys => ({
  session: Buffer.from(text.session, 'base64'),
  master: Buffer.from(text.master, 'base64'),
})

const readKeyFile = async (path: string): Promise<z.infer<typeof KeyFile> | null> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : KeyFile.parse(JSON.parse(text))
}

const makeKeyFile = async (path: string): Promise<z.infer<typeof KeyFile>> => {
  const makeKey = () => randomBytes(KEY_BYTES).toString('base64')
  const keys = { session: makeKey(), master: makeKey() }
  await writeFile(`${path}.new`, `${JSON.stringify(keys)}\n`, { mode: OWNER_ONLY, flush: true })
  await rename(`${path}.new`, path)
  return keys
}
