import { once } from 'node:events'
import { createServer } from 'node:net'
import ssh2, { type Attributes, type Connection, type SFTPWrapper } from 'ssh2'

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp

/** `S_IFREG` and `S_IFDIR` with permissions. */
const FILE_MODE = 0o100644
const FOLDER_MODE = 0o40755

interface StoredFile {
  readonly content: Buffer
  /** seconds */
  readonly mtime: number
}

export const SFTP_USER = { username: 'cuvee', password: 'Barrel and stave 7' } as const

/** A private key in OpenSSH format. ECDSA: ssh2 cannot read one of 256 Ed25519 keys that it makes, those whose public key begins with a zero. */
export const newPrivateKey = (): string => ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 }).private

export interface SftpServer {
  /** of the folder, such as `sftp://127.0.0.1:40022/exports` */
  readonly address: string
  readonly port: number
  /** names of downloaded files, in order */
  readonly downloads: string[]
  put(name: string, content: string | Buffer, mtime: Date): void
  remove(name: string): void
  /** ends each connection once it has sent this many bytes of a file; null: never */
  cutAfter(bytes: number | null): void
  /** stops answering reads of files */
  hang(isHanging: boolean): void
  close(): Promise<void>
}

interface SftpServerOptions {
  readonly hostKey?: string
  readonly port?: number
  /** private key whose owner may sign in without a password */
  readonly authorizedKey?: string
  /** of that key */
  readonly passphrase?: string
}

/** A real SSH server with an SFTP folder `/exports` in memory, on loopback. */
export const startSftpServer = async ({
  hostKey = newPrivateKey(),
  port = 0,
  authorizedKey,
  passphrase,
}: SftpServerOptions = {}): Promise<SftpServer> => {
  const files = new Map<string, StoredFile>()
  const downloads: string[] = []
  const connections = new Set<Connection>()
  let cut: number | null = null
  let isHanging = false

  const attributesOf = ({ content, mtime }: StoredFile): Attributes => ({
    mode: FILE_MODE,
    uid: 0,
    gid: 0,
    size: content.length,
    atime: mtime,
    mtime,
  })

  const serve = (sftp: SFTPWrapper, connection: Connection): void => {
    const open = new Map<string, { name: string; isListed: boolean; sent: number }>()
    let handles = 0
    const begin = (id: number, name: string) => {
      handles += 1
      const handle = Buffer.from(String(handles))
      open.set(handle.toString(), { name, isListed: false, sent: 0 })
      sftp.handle(id, handle)
    }
    sftp.on('OPENDIR', (id, path) => (path === '/exports' ? begin(id, '') : sftp.status(id, STATUS_CODE.NO_SUCH_FILE)))
    sftp.on('READDIR', (id, handle) => {
      const state = open.get(handle.toString())
      if (!state || state.isListed) return void sftp.status(id, STATUS_CODE.EOF)
      state.isListed = true
      const folder = { mode: FOLDER_MODE, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 }
      sftp.name(id, [
        { filename: '..', longname: '..', attrs: folder },
        { filename: 'archive.csv', longname: 'archive.csv', attrs: folder },
        ...[...files].map(([filename, file]) => ({ filename, longname: filename, attrs: attributesOf(file) })),
      ])
    })
    sftp.on('OPEN', (id, path, flags) => {
      const name = path.replace('/exports/', '')
      if (!files.has(name) || flags !== OPEN_MODE.READ) return void sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
      downloads.push(name)
      begin(id, name)
    })
    sftp.on('READ', (id, handle, offset, length) => {
      if (isHanging) return
      const state = open.get(handle.toString())
      const content = files.get(state?.name ?? '')?.content.subarray(offset, offset + length)
      if (!state || !content || content.length === 0) return void sftp.status(id, STATUS_CODE.EOF)
      state.sent += content.length
      if (cut !== null && state.sent > cut) return void connection.end()
      sftp.data(id, content)
    })
    sftp.on('CLOSE', (id) => void sftp.status(id, STATUS_CODE.OK))
  }

  const server = new ssh2.Server({ hostKeys: [hostKey] }, (connection) => {
    connections.add(connection)
    connection.on('close', () => connections.delete(connection))
    connection.on('error', () => undefined)
    connection.on('authentication', (context) => {
      const { username, method } = context
      if (username !== SFTP_USER.username) return context.reject()
      if (method === 'password' && context.password === SFTP_USER.password) return context.accept()
      if (method !== 'publickey' || authorizedKey === undefined) return context.reject(['password', 'publickey'])
      const allowed = ssh2.utils.parseKey(authorizedKey, passphrase)
      if (allowed instanceof Error || !allowed.getPublicSSH().equals(context.key.data)) return context.reject()
      if (!context.signature || !context.blob) return context.accept()
      return allowed.verify(context.blob, context.signature, context.hashAlgo) === true
        ? context.accept()
        : context.reject()
    })
    connection.on('ready', () =>
      connection.on('session', (accept) => accept().on('sftp', (acceptSftp) => serve(acceptSftp(), connection))),
    )
  })
  const listener = createServer({ noDelay: true }, (socket) => server.injectSocket(socket))
  listener.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return {
    address: `sftp://127.0.0.1:${address.port}/exports`,
    port: address.port,
    downloads,
    put: (name, content, mtime) =>
      void files.set(name, { content: Buffer.from(content), mtime: mtime.getTime() / 1000 }),
    remove: (name) => void files.delete(name),
    cutAfter: (bytes) => {
      cut = bytes
    },
    hang: (value) => {
      isHanging = value
    },
    close: async () => {
      for (const connection of connections) connection.end()
      listener.close()
    },
  }
}
