import { expect, test } from 'vitest'
import { BadSetting, hasDemo, isLocalTrial, parseEnv, platformUrl } from './env.ts'

test('defaults to a development server with a demo on loopback', () => {
  expect(parseEnv({})).toMatchObject({ HOST: '127.0.0.1', PORT: 3000, DEMO: true, ROLE: 'all', isProduction: false })
})

test('treats an empty value as unset', () => {
  expect(parseEnv({ PORT: '' }).PORT).toBe(3000)
})

test('resolves the data directory to an absolute path', () => {
  expect(parseEnv({ DATA_DIR: 'here' }).DATA_DIR).toBe(`${process.cwd()}/here`)
})

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['DEMO', 'yes'],
  ['DATABASE_URL', 'mysql://host/base'],
  ['SMTP_URL', 'host:25'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['LOCAL_URL', 'http://cuvee.example:8080'],
  ['SESSION_KEY', 'c2hvcnQ='],
  ['TIME_SCALE', '0'],
  ['METRICS_TOKEN', 'short'],
  ['ROLE', 'worker'],
])('rejects an invalid %s (%s) with one line that names it', (name, value) => {
  const start = () => parseEnv({ [name]: value })
  expect(start).toThrow(BadSetting)
  expect(start).toThrow(new RegExp(`^${name}: .+$`))
})

test.each([
  ['RATE_LIMITS', 'off'],
  ['TIME_SCALE', '60'],
  ['CONNECTOR_ALLOW_PRIVATE', '1'],
  ['LOCAL_URL', 'http://127.0.0.1:8080'],
])('rejects %s on a server that others reach', (name, value) => {
  expect(parseEnv({ [name]: value }).isProduction).toBe(false)
  for (const exposed of [{ NODE_ENV: 'production' }, { HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://cuvee.example' }])
    expect(() => parseEnv({ ...exposed, [name]: value })).toThrow(`${name}: only allowed while HOST is loopback`)
})

test('requires keys from the environment for an external database in production', () => {
  const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db.example/cuvee' }
  expect(() => parseEnv(production)).toThrow('SESSION_KEY: required')
  const key = Buffer.alloc(32, 1).toString('base64')
  expect(parseEnv({ ...production, SESSION_KEY: key, MASTER_KEY: key }).isProduction).toBe(true)
})

test('encrypts data only with a master key that is apart from it', () => {
  const key = Buffer.alloc(32, 1).toString('base64')
  expect(parseEnv({}).ENCRYPT_DATA).toBe(false)
  expect(() => parseEnv({ ENCRYPT_DATA: '1' })).toThrow('ENCRYPT_DATA: requires MASTER_KEY or MASTER_KEY_FILE')
  expect(parseEnv({ ENCRYPT_DATA: '1', MASTER_KEY: key }).ENCRYPT_DATA).toBe(true)
  const file = { ENCRYPT_DATA: '1', MASTER_KEY_FILE: '/run/secrets/master' }
  expect(parseEnv(file).MASTER_KEY_FILE).toBe('/run/secrets/master')
  expect(() => parseEnv({ ...file, DATA_DIR: '/run' })).toThrow('MASTER_KEY_FILE: must not be in DATA_DIR')
  expect(() => parseEnv({ ...file, MASTER_KEY: key })).toThrow('MASTER_KEY_FILE: not together with MASTER_KEY')
  const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db.example/cuvee', SESSION_KEY: key }
  expect(parseEnv({ ...production, ...file }).isProduction).toBe(true)
})

test('web and worker require what the processes of an installation share', () => {
  const key = Buffer.alloc(32, 1).toString('base64')
  const stores = { DATABASE_URL: 'postgres://db.example/cuvee', CLICKHOUSE_URL: 'http://ch.example:8123' }
  expect(() => parseEnv({ ROLE: 'web', ...stores })).toThrow('ROLE: web requires STAGING_DIR, SESSION_KEY, MASTER_KEY')
  const shared = { ...stores, STAGING_DIR: 'staged', SESSION_KEY: key, MASTER_KEY: key }
  for (const ROLE of ['web', 'worker']) {
    const env = parseEnv({ ROLE, ...shared })
    expect([env.ROLE, env.STAGING_DIR, hasDemo(env)]).toEqual([ROLE, `${process.cwd()}/staged`, false])
  }
})

test("reads a platform's URL from the variable named after its connector", () => {
  expect(platformUrl(parseEnv({ COMMERCE7_URL: 'http://127.0.0.1:9/v1' }), 'commerce7')).toBe('http://127.0.0.1:9/v1')
  expect(platformUrl(parseEnv({}), 'commerce7')).toBeUndefined()
  expect(() => platformUrl(parseEnv({ COMMERCE7_URL: 'ftp://host' }), 'commerce7')).toThrow(/^COMMERCE7_URL: .+$/)
})

test.each([
  [{}, true],
  [{ HOST: 'localhost' }, true],
  [{ HOST: '::1' }, true],
  [{ HOST: '127.0.0.2' }, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '::' }, false],
  [{ HOST: '192.168.1.20' }, false],
  [{ HOST: '127.example.com' }, false],
  [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, false],
  [{ NODE_ENV: 'production' }, false],
])('with the settings %j, only this computer reaches the server: %s', (settings, expected) => {
  expect(isLocalTrial(parseEnv(settings))).toBe(expected)
  expect(hasDemo(parseEnv(settings))).toBe(expected)
  expect(hasDemo(parseEnv({ ...settings, DEMO: '0' }))).toBe(false)
})
