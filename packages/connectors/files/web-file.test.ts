import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import type { NetworkAccess } from '../kit/connector.ts'
import {
  AddressNotAllowed,
  CredentialsRejected,
  PlatformUnavailable,
  RequestRejected,
} from '../kit/platform-problems.ts'
import { openWebFile } from './web-file.ts'

const LIMITS = { connectMs: 2000, headersMs: 500, bodyIdleMs: 500 }

const serve = async (answer: RequestListener): Promise<{ url: string; requests: IncomingMessage[] }> => {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, requests }
}

const open = (
  url: string,
  {
    network = {},
    credentials = null,
  }: { network?: Partial<NetworkAccess>; credentials?: Parameters<typeof openWebFile>[0]['credentials'] } = {},
) => {
  const access = {
    allowPrivate: true,
    limits: LIMITS,
    signal: new AbortController().signal,
    beforeCall: () => undefined,
    ...network,
  }
  const source = openWebFile({ url: new URL(url), credentials, network: access })
  onTestFinished(source.close)
  return source
}

const download = async (source: ReturnType<typeof open>, known: string | null = null) => {
  const [file] = await source.list()
  if (!file) throw new Error('nothing listed')
  return source.download(file, known)
}

test('downloads a file again only when its ETag or date of change differs', async () => {
  let etag = '"1"'
  const { url, requests } = await serve((request, response) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
    else response.writeHead(200, { etag, 'last-modified': 'Sun, 22 Nov 2026 10:00:00 GMT' }).end(`orders ${etag}`)
  })
  const source = open(`${url}/export/orders%202026.csv?key=secret`)
  expect(await source.list()).toMatchObject([{ name: 'orders 2026.csv' }])
  const first = await download(source)
  expect(first && (await text(first.content))).toBe('orders "1"')
  expect(await download(source, first?.version)).toBeNull()
  expect(requests.at(-1)?.headers['if-modified-since']).toBe('Sun, 22 Nov 2026 10:00:00 GMT')
  etag = '"2"'
  const second = await download(source, first?.version)
  expect(second && (await text(second.content))).toBe('orders "2"')
})

test('follows redirects, and sends the password only to the first server', async () => {
  const other = await serve((_, response) => response.end('elsewhere'))
  const { url, requests } = await serve((request, response) =>
    request.url === '/a'
      ? response.writeHead(307, { location: '/b' }).end()
      : response.writeHead(302, { location: `${other.url}/c` }).end(),
  )
  const found = await download(open(`${url}/a`, { credentials: { username: 'me', password: 'word' } }))
  expect(found && (await text(found.content))).toBe('elsewhere')
  const basic = `Basic ${Buffer.from('me:word').toString('base64')}`
  expect(requests.map(({ headers }) => headers.authorization)).toEqual([basic, basic])
  expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([undefined])
})

test('security 33: a redirect to a private address, another scheme or plain HTTP is refused', async () => {
  const asPublic = { allowPrivate: false, resolve: async () => [{ address: '127.0.0.1', family: 4 }] }
  for (const address of [
    'https://127.0.0.1/a.csv',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://localhost/',
    'https://files.example.com:22/',
    'http://files.example.com/a.csv',
  ])
    expect(() => open(address, { network: asPublic }), address).toThrow(AddressNotAllowed)
  await expect(download(open('https://files.example.com/a.csv', { network: asPublic }))).rejects.toThrow(
    AddressNotAllowed,
  )
  for (const location of ['file:///etc/passwd', 'ftp://files.example.com/a', 'http://user:word@127.0.0.1/']) {
    const { url } = await serve((_, response) => response.writeHead(302, { location }).end())
    await expect(download(open(`${url}/a`)), location).rejects.toThrow(AddressNotAllowed)
  }
})

test('a redirect that does not end is given up', async () => {
  const { url, requests } = await serve((_, response) => response.writeHead(302, { location: '/again' }).end())
  await expect(download(open(url))).rejects.toThrow('redirects too often')
  expect(requests).toHaveLength(6)
})

test.each([
  [401, {}, CredentialsRejected, 'rejected the username or password'],
  [403, {}, CredentialsRejected, 'rejected the username or password'],
  [404, {}, RequestRejected, 'no file at this address'],
  [400, {}, RequestRejected, 'status 400'],
  [429, {}, PlatformUnavailable, 'status 429'],
  [503, {}, PlatformUnavailable, 'status 503'],
  [200, { 'content-type': 'text/html; charset=utf-8' }, RequestRejected, 'allow anyone with the link to view it'],
] as const)('an answer with status %i and headers %j is refused', async (status, headers, problem, message) => {
  const { url } = await serve((_, response) => response.writeHead(status, headers).end('<html>'))
  const downloading = download(open(url))
  await expect(downloading).rejects.toThrow(problem)
  await expect(downloading).rejects.toThrow(message)
})

test('a server that does not answer is unavailable, and an aborted run ends with its reason', async () => {
  const { url } = await serve(() => undefined)
  await expect(download(open(url))).rejects.toThrow(PlatformUnavailable)
  const abort = new AbortController()
  const reason = new Error('cancelled')
  abort.abort(reason)
  await expect(download(open(url, { network: { signal: abort.signal } }))).rejects.toBe(reason)
})

test('a download that breaks off is the server’s failure', async () => {
  const { url } = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': 1_000 })
    response.write('Order ID\n')
    setTimeout(() => response.socket?.resetAndDestroy(), 20)
  })
  const source = open(url)
  const [file] = await source.list()
  const download = file && (await source.download(file, null))
  await expect(download && text(download.content)).rejects.toThrow(PlatformUnavailable)
})
