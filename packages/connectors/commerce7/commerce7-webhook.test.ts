import { expect, test } from 'vitest'
import { commerce7Webhook } from './commerce7.connector.ts'
import { Trashed, toTrashRemovals } from './commerce7.streams.ts'

const settings = { tenant: 'estate' }
const withPassword = { appSecret: 'x', webhookPassword: 'open sesame' }
const right = `Basic ${Buffer.from('cuvee:open sesame').toString('base64')}`

const check = (body: string, secrets: Record<string, string>, authorization?: string) =>
  commerce7Webhook.check(
    { headers: { authorization }, body: Buffer.from(body), url: 'https://cuvee.example/service/1/webhook/secret' },
    { settings, secrets, now: () => 0 },
  )

const EVENT = '{"object":"Order","action":"Update","tenantId":"estate","payload":{"id":"o1"}}'

test.each([
  ['accepts an event of its own tenant', EVENT, { appSecret: 'x' }, undefined, { eventId: null }],
  ['rejects an event of another tenant', EVENT.replace('estate', 'other'), { appSecret: 'x' }, undefined, 'refused'],
  ['treats an event without a tenant as a hint', '{}', { appSecret: 'x' }, undefined, { eventId: null }],
  ['treats a body that is not JSON as a hint', '<html>', { appSecret: 'x' }, undefined, { eventId: null }],
  ['accepts the configured password', EVENT, withPassword, right, { eventId: null }],
  ['rejects a wrong password', EVENT, withPassword, right.slice(0, -4), 'refused'],
  ['rejects a missing password when one is configured', EVENT, withPassword, undefined, 'refused'],
  ['ignores a password when none is configured', EVENT, { appSecret: 'x' }, 'Basic nonsense', { eventId: null }],
])('%s', (_rule, body, secrets, authorization, expected) => {
  expect(check(body, secrets, authorization)).toEqual(expected)
})

const trashed = (record: object) =>
  toTrashRemovals([Trashed.parse(record)]).map(({ table, sourceIds }) => [table, ...sourceIds])

test.each([
  [
    { id: 't1', object: 'Order', objectId: 'o1' },
    [
      ['orders', 'o1'],
      ['release_members', 'o1'],
    ],
  ],
  [{ id: 't1', object: 'Club Membership', objectId: 'm1' }, [['memberships', 'm1']]],
  [{ id: 'c1', objectType: 'customer' }, [['customers', 'c1']]],
  [{ id: 't1', object: 'Coupon', objectId: 'x' }, []],
  [
    { id: 'x1' },
    [
      ['orders', 'x1'],
      ['release_members', 'x1'],
      ['customers', 'x1'],
      ['memberships', 'x1'],
      ['reservations', 'x1'],
    ],
  ],
])('removes the records of the trash entry %j', (record, expected) => {
  expect(trashed(record)).toEqual(expected)
})
