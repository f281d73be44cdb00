import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { cp, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openStream, SealedStreamError, sealStream } from '#server/platform/sealed-stream.ts'
import { StartFailure } from '#server/runtime.ts'

/** The files of a backup, by their path in it; all but the manifest and the account files. */
export interface BackupFiles {
  has(name: string): boolean
  write(name: string, content: AsyncIterable<Buffer | string>): Promise<void>
  read(name: string): AsyncIterable<Buffer>
  /** Adds a folder with all its files. Throws on anything but files and folders. */
  addFolder(name: string, source: string): Promise<void>
  restoreFolder(name: string, target: string): Promise<void>
}

const PRIVATE_FILE = { mode: 0o600, flush: true }
const PRIVATE_FOLDER = { recursive: true, mode: 0o700 } as const

/** Files as they are. */
export const plainFiles = (folder: string): BackupFiles => ({
  has: (name) => existsSync(join(folder, name)),
  write: (name, content) => writeTo(join(folder, name), content),
  read: (name) => createReadStream(join(folder, name)),
  addFolder: (name, source) => cp(source, join(folder, name), { recursive: true }),
  restoreFolder: (name, target) => cp(join(folder, name), target, { recursive: true }),
})

const SUFFIX = '.sealed'

/** Files that are encrypted with the backup's key, 32 bytes. */
export const sealedFiles = (folder: string, key: Buffer): BackupFiles => {
  const backupPath = (name: string) => join(folder, `${name}${SUFFIX}`)
  const write: BackupFiles['write'] = (name, content) => writeTo(backupPath(name), sealStream(key, name)(content))
  const read: BackupFiles['read'] = (name) => openedFile(key, name, backupPath(name))
  return {
    has: (name) => existsSync(backupPath(name)),
    write,
    read,
    addFolder: async (name, source) => {
      for (const path of await filesBelow(source)) await write(`${name}/${path}`, createReadStream(join(source, path)))
    },
    restoreFolder: async (name, target) => {
      const source = join(folder, name)
      if (!existsSync(source)) return
      for (const path of await filesBelow(source)) {
        const plain = path.slice(0, -SUFFIX.length)
        await writeTo(join(target, plain), read(`${name}/${plain}`))
      }
    },
  }
}

const writeTo = async (path: string, content: AsyncIterable<Buffer | string>): Promise<void> => {
  await mkdir(dirname(path), PRIVATE_FOLDER)
  await pipeline(Readable.from(content), createWriteStream(path, PRIVATE_FILE))
}

async function* openedFile(key: Buffer, name: string, path: string): AsyncGenerator<Buffer, void> {
  try {
    yield* openStream(key, name)(createReadStream(path))
  } catch (cause) {
    throw cause instanceof SealedStreamError
      ? new StartFailure(`the backup is damaged: ${cause.message}`, { cause })
      : cause
  }
}

/** Relative paths, with slashes. */
export const filesBelow = async (folder: string): Promise<string[]> => {
  const paths: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) {
      const below = await filesBelow(join(folder, entry.name))
      paths.push(...below.map((path) => `${entry.name}/${path}`))
    } else if (entry.isFile()) paths.push(entry.name)
    else throw new Error(`${join(folder, entry.name)} is neither a file nor a folder`)
  }
  return paths.toSorted()
}
