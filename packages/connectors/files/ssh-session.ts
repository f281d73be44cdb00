import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import ssh2, { type ConnectConfig, type SFTPWrapper } from 'ssh2'
import { checkAddress } from '../kit/address.ts'
import type { NetworkAccess } from '../kit/connector.ts'
import { resolveGuarded, TIME_LIMITS } from '../kit/guarded-agent.ts'
import { CredentialsRejected, isPlatformProblem, PlatformUnavailable } from '../kit/platform-problems.ts'
import type { SftpFolder } from './file-address.ts'

/** The server identifies itself with another key than before: it was replaced, or somebody else answers in its place. */
export class HostKeyChanged extends CredentialsRejected {
  constructor(host: string, expected: string, found: string) {
    super(
      `The key of ${host} has changed from ${expected} to ${found}. Ask the server’s operator whether that is right. If it is, enter the new key as “Server key”.`,
    )
  }
}

export interface SshLogin {
  readonly username: string
  /** also the passphrase of the private key */
  readonly password: string | null
  /** PEM or OpenSSH */
  readonly privateKey: string | null
  /** `SHA256:…`; null: any key is accepted */
  readonly hostKey: string | null
}

export interface SshSession {
  readonly sftp: SFTPWrapper
  readonly hostKey: string
  close(): void
}

const READY_MS = 20_000
const KEEPALIVE_MS = 10_000

/** As OpenSSH prints it. */
const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

/** Browsers and copying change line ends, and may put the whole key on one line. */
const normalizedKey = (text: string): string => {
  const [, head, body, tail] =
    /^\s*(-----BEGIN [A-Z0-9 ]+-----)([\s\S]*?)(-----END [A-Z0-9 ]+-----)\s*$/.exec(text) ?? []
  if (head === undefined || body === undefined) return text
  if (/\n/.test(body.trim())) return `${text.replace(/\r\n?/g, '\n').trim()}\n`
  return `${head}\n${(body.replace(/\s+/g, '').match(/.{1,70}/g) ?? []).join('\n')}\n${tail}\n`
}

const authentication = ({ username, password, privateKey }: SshLogin): Partial<ConnectConfig> => {
  if (privateKey === null) {
    if (password === null) throw new CredentialsRejected('Enter a password or a private key')
    return { username, password }
  }
  const key = normalizedKey(privateKey)
  const parsed = ssh2.utils.parseKey(key, password ?? undefined)
  if (parsed instanceof Error) {
    throw new CredentialsRejected(
      'The private key can’t be read. Enter it in PEM or OpenSSH format, and its passphrase as the password if it has one',
    )
  }
  return { username, privateKey: key, ...(password === null ? {} : { passphrase: password }) }
}

/** Connects to the address that was checked, so that the name cannot resolve differently in between. */
const openSocket = async ({ host, port }: SftpFolder, network: NetworkAccess): Promise<Socket> => {
  // The port was checked with the address; the host is checked like that of a web address.
  checkAddress(`https://${host.includes(':') ? `[${host}]` : host}/`, network)
  const [{ address }] = await resolveGuarded(network, host)
  // Requests are small, and each waits for the answer to the one before.
  const socket = connect({ host: address, port, noDelay: true })
  const timer = setTimeout(() => socket.destroy(new Error('timeout')), (network.limits ?? TIME_LIMITS).connectMs)
  try {
    await once(socket, 'connect', { signal: network.signal })
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Why a connection failed; messages of the library can contain addresses, so they are replaced. */
const connectionProblem = (error: unknown, { host }: SftpFolder, { signal }: NetworkAccess): unknown => {
  if (signal.aborted) return signal.reason
  if (isPlatformProblem(error)) return error
  const level = typeof error === 'object' && error !== null && 'level' in error ? error.level : ''
  if (level === 'client-authentication')
    return new CredentialsRejected(`${host} rejected the username, password, or private key`)
  if (level === 'handshake') return new PlatformUnavailable(`${host} offers no encryption that Cuvee supports`)
  return new PlatformUnavailable(`${host} could not be reached`)
}

/** Opens an SFTP session. Throws the errors of platform-problems.ts. */
export const openSshSession = async (
  folder: SftpFolder,
  login: SshLogin,
  network: NetworkAccess,
): Promise<SshSession> => {
  const credentials = authentication(login)
  network.beforeCall()
  const client = new ssh2.Client()
  // Without a listener, an error after the session was opened would end the process; its calls fail on their own.
  client.on('error', () => undefined)
  let hostKey = ''
  let refusal: HostKeyChanged | null = null
  const hostVerifier = (key: Buffer): boolean => {
    hostKey = fingerprintOf(key)
    if (login.hostKey !== null && login.hostKey !== hostKey)
      refusal = new HostKeyChanged(folder.host, login.hostKey, hostKey)
    return refusal === null
  }
  const stop = () => client.destroy()
  try {
    const sock = await openSocket(folder, network)
    network.signal.addEventListener('abort', stop, { once: true })
    const sftp = await new Promise<SFTPWrapper>((resolve, reject) => {
      client.once('error', reject)
      client.once('close', () => reject(new Error('closed')))
      client.once('ready', () => client.sftp((error, opened) => (error ? reject(error) : resolve(opened))))
      client.connect({ ...credentials, sock, hostVerifier, readyTimeout: READY_MS, keepaliveInterval: KEEPALIVE_MS })
    })
    return {
      sftp,
      hostKey,
      close: () => {
        network.signal.removeEventListener('abort', stop)
        client.destroy()
      },
    }
  } catch (error) {
    network.signal.removeEventListener('abort', stop)
    client.destroy()
    throw refusal ?? connectionProblem(error, folder, network)
  }
}
