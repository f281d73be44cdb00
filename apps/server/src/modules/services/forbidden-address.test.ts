import { expect, test } from 'vitest'
import { FAKE_SECRETS, FAKE_SETTINGS } from '#connectors/commerce7/fake-commerce7.fixture.ts'
import { parseEnv } from '#server/env.ts'
import { testApp } from '#testkit/test-app.ts'
import { createPlatformAccess } from './platform/platform-access.ts'

let address = ''
const addresses = {
  get commerce7() {
    return address
  },
}
const platforms = { ...createPlatformAccess(parseEnv({ NODE_ENV: 'test' })), addresses }
const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false, deps: { platforms } })
const body = { type: 'commerce7', name: 'Inside', settings: { ...FAKE_SETTINGS, ...FAKE_SECRETS } }

test.each([
  'http://127.0.0.1/v1',
  'http://2130706433/v1',
  'http://0x7f.1/v1',
  'http://[::ffff:127.0.0.1]/v1',
  'http://[::1]/v1',
  'http://169.254.169.254/latest',
  'http://10.0.0.8/v1',
  'http://localhost./v1',
  'https://93.184.215.14:22/v1',
  'file:///etc/passwd',
  'gopher://93.184.215.14/',
])('security 33: neither tests nor connects to %s', async (given) => {
  address = given
  const { token } = await t.register()
  for (const path of ['/service/test', '/service']) {
    const answer = await t.call('POST', path, { token, body })
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([400, 'This URL isn’t allowed'])
  }
})
