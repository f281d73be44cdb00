import { Readable } from 'node:stream'
import type { FileEntryWithStats, SFTPWrapper } from 'ssh2'
import type { NetworkAccess } from '../kit/connector.ts'
import type { FileSource, RemoteFile } from '../kit/file-source.ts'
import { TIME_LIMITS } from '../kit/guarded-agent.ts'
import { PlatformUnavailable, RequestRejected } from '../kit/platform-problems.ts'
import type { SftpFolder } from './file-address.ts'
import { openSshSession, type SshLogin, type SshSession } from './ssh-session.ts'

interface SftpFolderOptions {
  readonly folder: SftpFolder
  readonly login: SshLogin
  readonly matches: (name: string) => boolean
  readonly network: NetworkAccess
}

export const MAX_ENTRIES = 10_000
const SECOND_MS = 1000

// Status codes of the SFTP protocol.
const END = 1
const NO_SUCH_FILE = 2
const PERMISSION_DENIED = 3

const readErrorCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : null

const toFolderProblem = (error: unknown, what: string, { signal }: NetworkAccess): unknown => {
  if (signal.aborted) return signal.reason
  const code = readErrorCode(error)
  if (code === NO_SUCH_FILE) return new RequestRejected(`${what} doesn’t exist on the server`)
  if (code === PERMISSION_DENIED) return new RequestRejected(`The server doesn’t let this user read ${what}`)
  return error instanceof RequestRejected
    ? error
    : new PlatformUnavailable('The connection to the server was interrupted')
}

type Answer<Value> = (error: Error | null | undefined, value: Value) => void

/** A call of the library, which ends when the server is silent for too long. */
const answered = <Value>(
  { limits = TIME_LIMITS }: NetworkAccess,
  call: (answer: Answer<Value>) => void,
): Promise<Value> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new PlatformUnavailable('The server did not answer in time')),
      limits.headersMs,
    )
    call((error, value) => {
      clearTimeout(timer)
      if (error) reject(error)
      else resolve(value)
    })
  })

/** Names come from the server: one with a slash could name a file elsewhere. */
const isUsable = ({ filename, attrs }: FileEntryWithStats): boolean =>
  attrs.isFile() && filename.length <= 200 && !/[/\\\p{Cc}]/u.test(filename)

const listFolder = async (sftp: SFTPWrapper, path: string, network: NetworkAccess): Promise<FileEntryWithStats[]> => {
  const handle = await answered<Buffer>(network, (answer) => sftp.opendir(path, answer))
  const entries: FileEntryWithStats[] = []
  try {
    while (entries.length <= MAX_ENTRIES) {
      const more = await answered<FileEntryWithStats[]>(network, (answer) => sftp.readdir(handle, answer)).catch(
        (error) => {
          if (readErrorCode(error) === END) return null
          throw error
        },
      )
      if (more === null) return entries
      entries.push(...more)
    }
  } finally {
    sftp.close(handle, () => undefined)
  }
  throw new RequestRejected(
    `The folder has more than ${MAX_ENTRIES.toLocaleString('en-US')} entries. Move old files to another folder`,
  )
}

const toRemoteFile = ({ filename: name, attrs: { size, mtime } }: FileEntryWithStats): RemoteFile => ({
  name,
  size,
  modified: mtime * SECOND_MS,
  version: `${size}:${mtime}`,
})

const byAge = (one: RemoteFile, other: RemoteFile): number =>
  (one.modified ?? 0) - (other.modified ?? 0) || (one.name < other.name ? -1 : 1)

/** The files of an SFTP folder whose names match, without those of its subfolders. */
export const openSftpFolder = ({ folder, login, matches, network }: SftpFolderOptions): FileSource => {
  const { path } = folder
  const learned: Record<string, string> = {}
  let opening: Promise<SshSession> | null = null
  const session = async (): Promise<SshSession> => {
    opening ??= openSshSession(folder, login, network)
    const opened = await opening
    learned.hostKey = opened.hostKey
    return opened
  }

  return {
    list: async () => {
      const { sftp } = await session()
      try {
        const entries = await listFolder(sftp, path, network)
        return entries
          .filter((entry) => isUsable(entry) && matches(entry.filename))
          .map(toRemoteFile)
          .toSorted(byAge)
      } catch (error) {
        throw toFolderProblem(error, path === '.' ? 'The folder' : path, network)
      }
    },
    download: async (file, known) => {
      if (file.version === known) return null
      const { sftp } = await session()
      return { content: Readable.from(readFile(sftp, `${path}/${file.name}`, network)), version: file.version }
    },
    learned,
    close: async () => (await opening?.catch(() => null))?.close(),
  }
}

const CHUNK_BYTES = 32 * 1024
/** Reads that are asked for at one time, so that a distant server is not waited for at each. */
const READS_AHEAD = 16

// The library's own stream emits errors after it was closed, which nothing could catch.
async function* readFile(sftp: SFTPWrapper, path: string, network: NetworkAccess): AsyncGenerator<Uint8Array> {
  const reads: Promise<Buffer>[] = []
  let handle: Buffer | null = null
  try {
    const opened = await answered<Buffer>(network, (answer) => sftp.open(path, 'r', answer))
    handle = opened
    let position = 0
    const readNext = () => {
      const read = readChunk(sftp, opened, position, network)
      // It is awaited later, or never when an earlier one fails.
      read.catch(() => undefined)
      reads.push(read)
      position += CHUNK_BYTES
    }
    for (let ahead = 0; ahead < READS_AHEAD; ahead += 1) readNext()
    for (let read = reads.shift(); read; read = reads.shift()) {
      const chunk = await read
      if (chunk.length > 0) yield chunk
      if (chunk.length < CHUNK_BYTES) return
      readNext()
    }
  } catch (error) {
    throw toFolderProblem(error, path.split('/').at(-1) ?? path, network)
  } finally {
    if (handle) sftp.close(handle, () => undefined)
  }
}

/** The bytes from `position` on; fewer than `CHUNK_BYTES` only at the end of the file. */
const readChunk = async (
  sftp: SFTPWrapper,
  handle: Buffer,
  position: number,
  network: NetworkAccess,
): Promise<Buffer> => {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  let filled = 0
  while (filled < CHUNK_BYTES) {
    const bytes = await answered<number>(network, (answer) =>
      sftp.read(handle, chunk, filled, CHUNK_BYTES - filled, position + filled, answer),
    ).catch((error) => {
      if (readErrorCode(error) === END) return 0
      throw error
    })
    if (bytes === 0) break
    filled += bytes
  }
  return chunk.subarray(0, filled)
}
