import { generateKeyPairSync } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import ssh2 from 'ssh2'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { NetworkAccess } from '../kit/connector.ts'
import {
  AddressNotAllowed,
  CredentialsRejected,
  PlatformUnavailable,
  RequestRejected,
} from '../kit/platform-problems.ts'
import { parseFileAddress } from './file-address.ts'
import { matchesPattern } from './files-session.ts'
import { openSftpFolder } from './sftp-folder.ts'
import { newPrivateKey, SFTP_USER, startSftpServer } from './sftp-server.fixture.ts'
import { HostKeyChanged, type SshLogin } from './ssh-session.ts'

const LIMITS = { connectMs: 2000, headersMs: 1000, bodyIdleMs: 400 }
const PASSPHRASE = 'cork and capsule'
const privateKey = newPrivateKey()
const pemKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs1', format: 'pem' })
  .toString()
const server = await startSftpServer({ authorizedKey: privateKey })
afterAll(server.close)

const LOGIN: SshLogin = { ...SFTP_USER, privateKey: null, hostKey: null }

interface Opening {
  readonly address?: string
  readonly login?: Partial<SshLogin>
  readonly network?: Partial<NetworkAccess>
}

const open = ({ address = server.address, login = {}, network = {} }: Opening = {}) => {
  const folder = parseFileAddress(address)
  if (folder.kind !== 'sftp') throw new Error('not a folder')
  const source = openSftpFolder({
    folder,
    login: { ...LOGIN, ...login },
    matches: matchesPattern('*.csv'),
    network: {
      allowPrivate: true,
      limits: LIMITS,
      signal: new AbortController().signal,
      beforeCall: () => undefined,
      ...network,
    },
  })
  onTestFinished(source.close)
  return source
}

const NOV = (day: number) => new Date(Date.UTC(2026, 10, day))

test('lists matching files of the folder, oldest first, without subfolders', async () => {
  server.put('b.csv', 'b', NOV(1))
  server.put('a.csv', 'aa', NOV(2))
  server.put('notes.txt', 'x', NOV(1))
  expect(await open().list()).toEqual([
    { name: 'b.csv', size: 1, modified: NOV(1).getTime(), version: `1:${NOV(1).getTime() / 1000}` },
    { name: 'a.csv', size: 2, modified: NOV(2).getTime(), version: `2:${NOV(2).getTime() / 1000}` },
  ])
})

test('downloads a large file unchanged, and nothing of the known version', async () => {
  const content = Buffer.alloc(300_000, 'a,b\n1,2\n')
  server.put('large.csv', content, NOV(3))
  const source = open()
  const file = (await source.list()).find(({ name }) => name === 'large.csv')
  if (!file) throw new Error('not listed')
  const download = await source.download(file, null)
  expect(download && (await buffer(download.content)).equals(content)).toBe(true)
  expect(await source.download(file, file.version)).toBeNull()
})

/** As a browser’s single-line input keeps it. */
const onOneLine = (key: string) => key.replace(/\n/g, '')
const encryptedKey = ssh2.utils.generateKeyPairSync('ecdsa', {
  bits: 256,
  passphrase: PASSPHRASE,
  cipher: 'aes256-cbc',
  rounds: 1,
}).private

test.each([
  ['as it is', privateKey],
  ['with Windows line ends', privateKey.replace(/\n/g, '\r\n')],
  ['on one line', onOneLine(privateKey)],
])('signs in with a private key %s', async (_, key) => {
  expect((await open({ login: { password: null, privateKey: key } }).list()).length).toBeGreaterThan(0)
})

test.each<[string, Partial<SshLogin>, RegExp]>([
  ['a wrong password', { password: 'wrong' }, /127\.0\.0\.1 rejected the username, password, or private key/],
  ['an unknown user', { username: 'nobody' }, /rejected the username/],
  ['another private key', { password: null, privateKey: newPrivateKey() }, /rejected the username/],
  [
    'a broken private key',
    { password: null, privateKey: '-----BEGIN RSA PRIVATE KEY-----\nx\n-----END RSA PRIVATE KEY-----' },
    /private key can’t be read/,
  ],
  ['a private key without its passphrase', { password: null, privateKey: encryptedKey }, /passphrase/],
  [
    'a private key with its passphrase that the server does not know',
    { password: PASSPHRASE, privateKey: encryptedKey },
    /rejected the username/,
  ],
  ['neither password nor key', { password: null }, /Enter a password or a private key/],
])('rejects %s', async (_, login, message) => {
  const listing = open({ login }).list()
  await expect(listing).rejects.toThrow(CredentialsRejected)
  await expect(listing).rejects.toThrow(message)
})

test('reads a private key in PEM format, and one with a passphrase', async () => {
  for (const [key, password] of [
    [pemKey, null],
    [encryptedKey, PASSPHRASE],
  ] as const) {
    const own = await startSftpServer({ authorizedKey: key, ...(password ? { passphrase: password } : {}) })
    onTestFinished(own.close)
    expect(await open({ address: own.address, login: { password, privateKey: key } }).list()).toEqual([])
  }
})

test('learns the server’s key, accepts it again and refuses another by name', async () => {
  const source = open()
  await source.list()
  const { hostKey = '' } = source.learned
  expect(hostKey).toMatch(/^SHA256:[\w+/]{43}$/)
  await open({ login: { hostKey } }).list()
  const impostor = await startSftpServer()
  onTestFinished(impostor.close)
  const listing = open({ address: impostor.address, login: { hostKey } }).list()
  await expect(listing).rejects.toThrow(HostKeyChanged)
  await expect(listing).rejects.toThrow(`The key of 127.0.0.1 has changed from ${hostKey} to SHA256:`)
  expect(impostor.downloads).toEqual([])
})

test('names a folder that does not exist', async () => {
  const listing = open({ address: `sftp://127.0.0.1:${server.port}/import` }).list()
  await expect(listing).rejects.toThrow(RequestRejected)
  await expect(listing).rejects.toThrow('/import doesn’t exist on the server')
})

test.each([
  ['a private address', `sftp://127.0.0.1:${server.port}/exports`, undefined],
  ['a private address in another spelling', `sftp://0x7f.1:${server.port}/exports`, undefined],
  ['an IPv6 address that embeds a private one', `sftp://[::ffff:127.0.0.1]:${server.port}/exports`, undefined],
  ['a name that resolves to a private address', `sftp://files.example.com:${server.port}/exports`, '127.0.0.1'],
])('security 33: refuses %s', async (_, address, resolved) => {
  const resolve = async () => [{ address: resolved ?? '127.0.0.1', family: 4 }]
  await expect(open({ address, network: { allowPrivate: false, resolve } }).list()).rejects.toThrow(AddressNotAllowed)
})

test.each([
  ['that cuts a download', () => server.cutAfter(100_000), () => server.cutAfter(null)],
  ['that stops answering', () => server.hang(true), () => server.hang(false)],
])('a server %s ends the download as unavailable', async (_, fail, heal) => {
  server.put('large.csv', Buffer.alloc(300_000, 'a,b\n'), NOV(4))
  const source = open()
  const file = (await source.list()).find(({ name }) => name === 'large.csv')
  if (!file) throw new Error('not listed')
  fail()
  onTestFinished(heal)
  const download = await source.download(file, null)
  if (!download) throw new Error('not downloaded')
  await expect(buffer(download.content)).rejects.toThrow(PlatformUnavailable)
})

test('a server that cannot be reached is unavailable, and an abort ends with its reason', async () => {
  const gone = await startSftpServer()
  await gone.close()
  await expect(open({ address: gone.address }).list()).rejects.toThrow(PlatformUnavailable)
  const abort = new AbortController()
  const reason = new Error('cancelled')
  abort.abort(reason)
  await expect(open({ network: { signal: abort.signal } }).list()).rejects.toBe(reason)
})
