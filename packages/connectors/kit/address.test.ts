import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAddress, isPublicIp } from './address.ts'
import { createBudgets } from './budgets.ts'
import type { ResolveName } from './guarded-agent.ts'
import { refuseRedirect } from './http-call.ts'
import { createPlatformClient } from './http-client.ts'
import { AddressNotAllowed, RequestRejected } from './platform-problems.ts'
import { systemClock } from './scaled-clock.ts'

const REFUSED = [
  'http://127.0.0.1',
  'http://127.1',
  'http://2130706433',
  'http://0x7f.1',
  'http://0x7f000001',
  'http://0177.0.0.1',
  'http://0',
  'http://[::]',
  'http://[::1]',
  'http://[::ffff:127.0.0.1]',
  'http://[::ffff:a00:1]',
  'http://[::127.0.0.1]',
  'http://[64:ff9b::7f00:1]',
  'http://[2002:7f00:1::]',
  'http://[2001:0:7f00:1::]',
  'http://[fe80::1]',
  'http://[fc00::1]',
  'http://[fd12:3456::1]',
  'http://[ff02::1]',
  'http://169.254.169.254/latest/meta-data',
  'http://10.0.0.1',
  'http://172.16.0.1',
  'http://172.31.255.255',
  'http://192.168.1.1',
  'http://100.64.0.1',
  'http://198.18.0.1',
  'http://224.0.0.1',
  'http://255.255.255.255',
  'http://localhost',
  'http://LOCALHOST',
  'http://localhost.',
  'http://db.localhost',
  'http://１２７.0.0.1',
  'http://127.0.0.1.',
  'https://platform.example:22',
  'https://platform.example:8080',
  'https://user@platform.example',
  'https://user:secret@platform.example',
  'file:///etc/passwd',
  'gopher://platform.example',
  'ftp://platform.example',
  'javascript:alert(1)',
  '//platform.example',
  'platform.example',
  '',
]

test.each(REFUSED)('33: rejects the URL %s', (address) => {
  expect(() => checkAddress(address, { allowPrivate: false })).toThrow('This URL isn’t allowed')
})

test.each([
  'https://api.commerce7.com/v1',
  'http://platform.example:80',
  'https://platform.example:443/path?x=1',
  'http://8.8.8.8',
  'http://172.32.0.1',
  'http://[2606:4700::1111]',
])('accepts the URL %s', (address) => {
  expect(checkAddress(address, { allowPrivate: false }).href).toBe(new URL(address).href)
})

test.each(['http://127.0.0.1:4100', 'http://localhost:3000/v1', 'http://[::1]:80'])(
  'accepts %s when private addresses are allowed for fake platforms',
  (address) => {
    expect(checkAddress(address, { allowPrivate: true }).href).toBe(new URL(address).href)
  },
)

test.each(['file:///etc/passwd', 'http://user:secret@127.0.0.1', 'nonsense'])(
  'rejects %s even when private addresses are allowed for fake platforms',
  (address) => {
    expect(() => checkAddress(address, { allowPrivate: true })).toThrow(AddressNotAllowed)
  },
)

test('treats text that is not an IP address as not public', () => {
  expect(isPublicIp('platform.example')).toBe(false)
})

const server = createServer((_request, response) => response.end('{"reached":true}'))
let port = 0
beforeAll(
  () =>
    new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        port = (server.address() as AddressInfo).port
        resolve()
      })
    }),
)
afterAll(() => server.close())

const ask = async (allowPrivate: boolean, address: string, resolve: ResolveName): Promise<unknown> => {
  const client = createPlatformClient({
    baseUrl: address,
    allowPrivate,
    budgets: createBudgets([], systemClock),
    pace: systemClock,
    signal: new AbortController().signal,
    random: () => 0,
    onWait: () => {},
    resolve,
  })
  try {
    return await client.json({ path: '/' })
  } finally {
    await client.close()
  }
}

test.each([
  ['10.1.2.3', 4],
  ['127.0.0.1', 4],
  ['169.254.169.254', 4],
  ['::1', 6],
  ['::ffff:10.0.0.1', 6],
])('33: rejects a hostname that resolves to %s when connecting', async (address, family) => {
  await expect(ask(false, 'http://platform.example', async () => [{ address, family }])).rejects.toThrow(
    AddressNotAllowed,
  )
})

test('33: rejects a hostname if any one of its addresses is private', async () => {
  const resolve: ResolveName = async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ]
  await expect(ask(false, 'http://platform.example', resolve)).rejects.toThrow(AddressNotAllowed)
})

test('connects to a hostname that resolves to loopback when private addresses are allowed', async () => {
  const answer = await ask(true, `http://platform.example:${port}`, async () => [{ address: '127.0.0.1', family: 4 }])
  expect(answer).toEqual({ reached: true })
})

test.each([
  ['http://127.0.0.1/', AddressNotAllowed],
  ['//[::1]/', AddressNotAllowed],
  ['file:///etc/passwd', AddressNotAllowed],
  ['https://elsewhere.example/', RequestRejected],
  ['/elsewhere', RequestRejected],
])('33: rejects a redirect to %s', (location, problem) => {
  const refuse = () =>
    refuseRedirect(302, { location }, new URL('https://platform.example/v1'), { allowPrivate: false })
  expect(refuse).toThrow(problem)
})
