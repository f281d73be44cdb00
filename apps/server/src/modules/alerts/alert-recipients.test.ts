import { beforeEach, describe, expect, test } from 'vitest'
import type { AlertInput } from '#contract/alerts.ts'
import type { Role } from '#domain/role.ts'
import { addColleague } from '#server/modules/team/colleague.fixture.ts'
import type { Member } from '#testkit/test-client.ts'
import { alert, alertApp } from './alert-app.fixture.ts'

const { t, start, load, check, fresh, post, create, list, notices } = await alertApp()
let owner: Member

beforeEach(async () => {
  owner = await start()
})

describe('recipients', () => {
  const names = { firstName: 'Rosa', lastName: 'Vine' }
  const colleague = (roles: readonly Role[] = ['User']) => addColleague(t, owner, roles, names)
  const listOf = async (member: Member) =>
    (await t.call('GET', '/alerts', { token: (await t.signIn(member.email, member.password)).access_token })).json()
  const grant = (member: Member, roles: readonly Role[]) =>
    t.call('POST', `/user/update-role/${member.userId}`, { token: owner.token, body: { roles } })
  const loadLowDay = () => load([{ id: 'a', day: 3, total: 10_000 }])

  test('are notified in the app and by email, and see the alert with its history', async () => {
    const rosa = await colleague()
    const other = await colleague()
    const id = await create(alert({ recipientIds: [rosa.userId] }))
    await loadLowDay()
    await check()
    expect((await notices(rosa))[0]?.content).toContain('set up this alert for you')
    expect([(await notices()).length, (await notices(other)).length]).toEqual([1, 0])
    const people = [owner.email, rosa.email, other.email]
    const mails = (await t.mails()).filter(({ to, subject }) => people.includes(to) && subject.startsWith('Tasting'))
    expect(mails.map(({ to }) => to).toSorted()).toEqual([owner.email, rosa.email].toSorted())
    expect(await listOf(rosa)).toMatchObject([{ id, status: 'firing', ownerName: expect.any(String) }])
    expect(await list()).toMatchObject([{ ownerName: null, recipients: [{ name: 'Rosa Vine', hasAccess: true }] }])
    const { token } = rosa
    expect((await t.call('GET', `/alerts/${id}/events`, { token })).json().total).toBe(1)
    const refused = await Promise.all([
      t.call('PUT', `/alerts/${id}`, { token, body: alert() }),
      t.call('DELETE', `/alerts/${id}`, { token }),
      t.call('POST', `/alerts/${id}/pause`, { token, body: { isPaused: true } }),
      t.call('GET', `/alerts/${id}/events`, { token: other.token }),
      t.call('POST', `/alerts/${id}/leave`, { token: other.token }),
    ])
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
  })

  test('get nothing once they leave, are removed, or lose their role', async () => {
    const [leaves, removed, demoted, kept] = await Promise.all([colleague(), colleague(), colleague(), colleague()])
    const people = [leaves, removed, demoted, kept]
    const id = await create(alert({ recipientIds: people.map(({ userId }) => userId) }))
    expect((await t.call('POST', `/alerts/${id}/leave`, { token: leaves.token })).statusCode).toBe(204)
    const recipientIds = [demoted.userId, kept.userId]
    await t.call('PUT', `/alerts/${id}`, { token: await fresh(), body: alert({ recipientIds }) })
    await t.call('PUT', `/alerts/${id}`, { token: await fresh(), body: alert({ name: 'Slow day' }) })
    expect((await grant(demoted, ['BillingAdmin'])).statusCode).toBe(200)
    await loadLowDay()
    await check()
    const counts = await Promise.all([owner, ...people].map(async (member) => (await notices(member)).length))
    expect(counts).toEqual([1, 0, 0, 0, 1])
    const access = (await list())[0].recipients.map(({ hasAccess }: { hasAccess: boolean }) => hasAccess)
    expect(access.toSorted()).toEqual([false, true])
  })

  test('get nothing from an owner who may no longer share', async () => {
    const [sharer, rosa] = await Promise.all([colleague(['PowerUser']), colleague()])
    const body = alert({ recipientIds: [rosa.userId] })
    expect((await t.call('POST', '/alerts', { token: sharer.token, body })).statusCode).toBe(201)
    await grant(sharer, ['User'])
    await loadLowDay()
    await check()
    expect([(await notices(sharer)).length, (await notices(rosa)).length]).toEqual([1, 0])
    expect(await listOf(rosa)).toEqual([])
  })

  test('keep an alert whose owner is removed: it passes to who removed them, and others’ alerts end', async () => {
    const [sharer, rosa] = await Promise.all([colleague(['PowerUser']), colleague()])
    const add = async (body: AlertInput) => (await t.call('POST', '/alerts', { token: sharer.token, body })).json().id
    const id = await add(alert({ recipientIds: [rosa.userId, owner.userId] }))
    await add(alert({ name: 'Only mine' }))
    const removed = await t.call('DELETE', `/user/${sharer.userId}`, { token: owner.token })
    expect(removed.statusCode).toBe(204)
    expect(await list()).toMatchObject([{ id, ownerName: null, recipients: [{ userId: rosa.userId }] }])
    await loadLowDay()
    await check()
    expect([(await notices()).length, (await notices(rosa)).length]).toEqual([1, 1])
  })

  test('are colleagues who may open reports, added by those who may share', async () => {
    const [user, billing] = await Promise.all([colleague(), colleague(['BillingAdmin'])])
    const stranger = await t.register()
    const ids = [user.userId, user.userId, billing.userId, stranger.userId, owner.userId]
    const refused = await post(alert({ recipientIds: ids }))
    expect([refused.statusCode, refused.json().errors.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      [1, 2, 3, 4].map((place) => `recipientIds[${place}]`),
    ])
    expect(refused.json().errors[1].message).toBe('Rosa Vine can’t open reports')
    const body = alert({ recipientIds: [owner.userId] })
    const byUser = await t.call('POST', '/alerts', { token: user.token, body })
    expect([byUser.statusCode, byUser.json().errors[0].field]).toEqual([400, 'recipientIds'])
  })
})
