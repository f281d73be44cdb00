import { describe, expect } from 'vitest'
import type { SavedReport } from '#contract/saved-reports.ts'
import { DAY_MS } from '#domain/clock.ts'
import { unscoped } from '#server/db/database.ts'
import { addColleague } from '#server/modules/team/colleague.fixture.ts'
import { emptyReportTrashJob } from '#server/platform/trash.ts'
import { runJob } from '#testkit/run-job.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

const t = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off' } })
const { test } = t
const db = unscoped(t.deps.db)

const BY_CHANNEL = {
  reportType: 'Orders',
  columns: [{ columnId: 'channel' }, { columnId: 'netSales' }],
  groupColumns: ['channel'],
}

type Caller = Pick<Member, 'token'>

const create = ({ token }: Caller, more: object = {}) =>
  t.call('POST', '/reports', { token, body: { name: 'Channels', ...BY_CHANNEL, ...more } })
const createSaved = async (member: Caller, more: object = {}): Promise<SavedReport> =>
  (await create(member, more)).json()
const read = ({ token }: Caller, id: string) => t.call('GET', `/reports/${id}`, { token })
const save = ({ token }: Caller, id: string, body: object, headers: Record<string, string> = {}) =>
  t.call('PUT', `/reports/${id}`, { token, body, headers })
const list = async ({ token }: Caller, which: 'my' | 'shared'): Promise<string[]> => {
  const reports: SavedReport[] = (await t.call('GET', `/reports/${which}`, { token })).json()
  return reports.map(({ name }) => name)
}
const runReport = ({ token }: Caller, id: string) =>
  t.call('POST', '/reports/query', { token, body: { definition: { id } } })

describe('a saved report', () => {
  test('is stored with defaults filled in, and can be queried by id', async ({ member: owner }) => {
    const report = await createSaved(owner, { description: 'By channel', top: 3, chart: { kind: 'bar', x: 'channel' } })
    expect(report).toMatchObject({
      name: 'Channels',
      description: 'By channel',
      accountId: owner.accountId,
      createdBy: owner.userId,
      createdByName: expect.stringMatching(/^Test Member/),
      isPublic: false,
      isOwn: true,
      version: 1,
      filterOperator: 'And',
      filters: [],
      chart: { kind: 'bar', x: 'channel', series: [] },
      columns: [expect.objectContaining({ columnId: 'channel', aggregation: 'None', total: true }), expect.anything()],
    })
    expect((await read(owner, report.id)).json()).toEqual(report)
    expect(await list(owner, 'my')).toEqual(['Channels'])
    const asked = await runReport(owner, report.id)
    expect([asked.statusCode, asked.json().columns.length]).toEqual([200, 2])
  })

  test.each<[string, object, string]>([
    ['an unknown column', { columns: [{ columnId: 'passwordHash' }] }, 'columns[0]'],
    ['a group by a measure', { groupColumns: ['netSales'] }, 'groupColumns[0]'],
    ['the sum of a ratio', { columns: [{ columnId: 'averageOrder', aggregation: 'Sum' }] }, 'columns[0]'],
    ['an unknown range', { relativeDateFilter: { relativeRange: 'Soon' } }, 'relativeDateFilter.relativeRange'],
    ['no name', { name: ' ' }, 'name'],
  ])('with %s is rejected by field with 400 and not stored', async (_what, wrong, field) => {
    const owner = await t.register()
    const response = await create(owner, wrong)
    expect([response.statusCode, response.json().errors[0].field]).toEqual([400, field])
    const report = await createSaved(owner)
    expect((await save(owner, report.id, { name: 'B', ...BY_CHANNEL, ...wrong })).statusCode).toBe(400)
    expect((await read(owner, report.id)).json()).toEqual(report)
    expect(await list(owner, 'my')).toEqual(['Channels'])
  })

  test('keeps the widths and pins of its columns for all who may open it, and names a width that no table has', async () => {
    const owner = await t.register()
    const columns = [{ columnId: 'channel', width: 180, pinned: true }, { columnId: 'netSales' }]
    const { id, version } = await createSaved(owner, { columns, isPublic: true })
    const shown: SavedReport = (await read(await addColleague(t, owner, ['AccountOwner']), id)).json()
    expect(shown.columns.map(({ width, pinned }) => [width, pinned])).toEqual([
      [180, true],
      [undefined, undefined],
    ])
    const wide = await save(owner, id, {
      ...BY_CHANNEL,
      name: 'x',
      version,
      columns: [{ ...columns[0], width: 9_000 }],
    })
    expect([wide.statusCode, wide.json().errors[0].field]).toEqual([400, 'columns[0].width'])
  })

  test('with a required filter is stored without a value, and requires it when run', async ({ member: owner }) => {
    const report = await createSaved(owner, { requiresFilter: true })
    expect((await runReport(owner, report.id)).json().errors[0]).toMatchObject({
      code: 'report.invalid',
      field: 'filters',
    })
  })

  test('of a service that the account does not have is refused, and stays editable after its service was deleted', async () => {
    const owner = await t.register()
    const unknown = await create(owner, { serviceId: 'never-was' })
    expect([unknown.statusCode, unknown.json().errors[0].field]).toEqual([400, 'serviceId'])

    const service = await t.call('POST', '/service', { token: owner.token, body: { type: 'csv', name: 'Till' } })
    const report = await createSaved(owner, { serviceId: service.json().id })
    expect((await save(owner, report.id, { ...report, serviceId: 'never-was' })).statusCode).toBe(400)
    await t.call('DELETE', `/service/${report.serviceId}`, { token: owner.token })
    const renamed = await save(owner, report.id, { ...report, name: 'Till sales' })
    expect([renamed.statusCode, renamed.json().name]).toEqual([200, 'Till sales'])
  })

  test('security 44: is created once per Idempotency-Key', async ({ member: owner }) => {
    const body = { name: 'Once', ...BY_CHANNEL }
    const call = () =>
      t.call('POST', '/reports', { token: owner.token, body, headers: { 'idempotency-key': 'report-1' } })
    const [first, second] = [await call(), await call()]
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.json()).toEqual(first.json())
    expect(await list(owner, 'my')).toEqual(['Once'])
  })

  test('is copied under a new name, truncated if too long', async ({ member: owner }) => {
    const { id } = await createSaved(owner, { name: 'N'.repeat(200), isPublic: true })
    const copy = (await t.call('POST', `/reports/${id}/copy`, { token: owner.token })).json()
    expect(copy).toMatchObject({
      name: `${'N'.repeat(193)} (copy)`,
      isPublic: false,
      version: 1,
      groupColumns: ['channel'],
    })
    expect(copy.id).not.toBe(id)
  })

  test('is copied under a name truncated between two characters', async ({ member: owner }) => {
    const { id } = await createSaved(owner, { name: `${'N'.repeat(192)}🍷🍷🍷` })
    const copy = await t.call('POST', `/reports/${id}/copy`, { token: owner.token })
    expect(copy.json().name).toBe(`${'N'.repeat(192)} (copy)`)
  })

  test('writes changes, sharing, deletion and restoring to the audit log', async ({ member: owner }) => {
    const { id } = await createSaved(owner)
    await save(owner, id, { name: 'B', ...BY_CHANNEL })
    await t.call('POST', `/reports/${id}/copy`, { token: owner.token })
    await t.call('DELETE', `/reports/${id}`, { token: owner.token })
    await t.call('POST', `/reports/${id}/restore`, { token: owner.token })
    const lines = await db
      .selectFrom('audit_log')
      .select(['action', 'target'])
      .where('account_id', '=', owner.accountId)
      .where('action', 'like', 'savedReports.%')
      .orderBy('id')
      .execute()
    expect(lines.map(({ action, target }) => [action, target])).toEqual([
      ['savedReports.create', null],
      ['savedReports.update', id],
      ['savedReports.copy', id],
      ['savedReports.remove', id],
      ['savedReports.restore', id],
    ])
  })
})

describe('security 45: concurrent changes of one version', () => {
  test('rejects the second change and returns the current report', async ({ member: owner }) => {
    const report = await createSaved(owner)
    const first = await save(owner, report.id, { ...report, name: 'First' })
    expect(first.json()).toMatchObject({ name: 'First', version: 2 })
    const second = await save(owner, report.id, { ...report, name: 'Second' })
    expect(second.statusCode).toBe(412)
    const current = (await read(owner, report.id)).json()
    expect(second.json()).toMatchObject({ errors: [{ code: 'report.stale' }], current })
    expect(current).toMatchObject({ name: 'First', version: 2 })
  })

  test('accepts the ETag of a read or a version in If-Match, and rejects older ones', async ({ member: owner }) => {
    const { id } = await createSaved(owner)
    const body = { name: 'A', ...BY_CHANNEL }
    const etag = String((await read(owner, id)).headers.etag)
    expect((await save(owner, id, body, { 'if-match': etag })).statusCode).toBe(200)
    expect((await save(owner, id, body, { 'if-match': etag })).statusCode).toBe(412)
    expect((await save(owner, id, body, { 'if-match': '"2"' })).statusCode).toBe(200)
    expect((await save(owner, id, body)).json().version).toBe(4)
  })

  test('accepts exactly one of twenty concurrent changes', async ({ member: owner }) => {
    const report = await createSaved(owner)
    const saves = Array.from({ length: 20 }, (_, at) => save(owner, report.id, { ...report, name: `Name ${at}` }))
    const statuses = (await Promise.all(saves)).map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 412)])
  })
})

describe('sharing in the account', () => {
  test('lets colleagues read, run and copy a shared report, but not change it', async ({ member: owner }) => {
    const colleague = await addColleague(t, owner, ['AccountOwner'])
    const { id } = await createSaved(owner, { name: 'For all', isPublic: true })
    await createSaved(owner, { name: 'For me' })
    expect(await list(colleague, 'shared')).toEqual(['For all'])
    expect(await list(colleague, 'my')).toEqual([])
    expect((await read(colleague, id)).json()).toMatchObject({ isOwn: false, createdBy: owner.userId })
    expect((await runReport(colleague, id)).statusCode).toBe(200)
    const copy = await t.call('POST', `/reports/${id}/copy`, { token: colleague.token })
    expect(copy.json()).toMatchObject({ name: 'For all (copy)', isOwn: true, createdBy: colleague.userId })
    expect((await save(colleague, id, { name: 'Mine', ...BY_CHANNEL })).statusCode).toBe(404)
    expect((await t.call('DELETE', `/reports/${id}`, { token: colleague.token })).statusCode).toBe(404)
    expect((await read(owner, id)).json()).toMatchObject({ name: 'For all', version: 1 })
  })

  test('does not find a colleague’s private report', async ({ member: owner }) => {
    const colleague = await addColleague(t, owner, ['AccountOwner'])
    const { id } = await createSaved(owner)
    expect((await read(colleague, id)).statusCode).toBe(404)
    expect((await runReport(colleague, id)).statusCode).toBe(404)
    expect((await t.call('POST', `/reports/${id}/copy`, { token: colleague.token })).statusCode).toBe(404)
  })

  test('refuses to share without permission, and keeps existing shares', async ({ member: owner }) => {
    const before = await createSaved(owner, { isPublic: true })
    const own = await createSaved(owner)
    await t.setUser(owner, { roles: ['User'] })
    const created = await t.call('POST', '/reports', { token: owner.token, body: { ...own, isPublic: true } })
    expect([created.statusCode, (await save(owner, own.id, { ...own, isPublic: true })).statusCode]).toEqual([403, 403])
    expect((await save(owner, before.id, { ...before, name: 'Still' })).json()).toMatchObject({ isPublic: true })
  })

  test('security 25: returns 402 for colleagues’ reports without the plan, and always allows own reports', async () => {
    const owner = await t.register()
    const colleague = await addColleague(t, owner, ['AccountOwner'])
    const { id } = await createSaved(owner, { isPublic: true })
    await t.setAccount(owner, { account_type: 'Micro' })
    for (const response of [
      await read(colleague, id),
      await runReport(colleague, id),
      await t.call('POST', `/reports/${id}/copy`, { token: colleague.token }),
      await t.call('GET', '/reports/shared', { token: colleague.token }),
    ]) {
      const [error] = response.json().errors
      expect([response.statusCode, error.code]).toEqual([402, 'account.not_in_plan'])
      expect(error.message).toMatch(/Micro.*Estate, Reserve, or Custom/)
    }
    expect((await runReport(owner, id)).statusCode).toBe(200)
  })
})

describe('the trash', () => {
  test('hides a report, lists it for its owner, and restores it', async ({ member: owner }) => {
    const report = await createSaved(owner, { isPublic: true })
    const remove = () => t.call('DELETE', `/reports/${report.id}`, { token: owner.token })
    expect((await remove()).statusCode).toBe(204)
    expect((await remove()).statusCode).toBe(404)
    expect([(await read(owner, report.id)).statusCode, (await runReport(owner, report.id)).statusCode]).toEqual([
      404, 404,
    ])
    expect([await list(owner, 'my'), await list(owner, 'shared')]).toEqual([[], []])
    const trash = await t.call('GET', '/reports/trash', { token: owner.token })
    expect(trash.json()).toMatchObject({ items: [{ id: report.id, name: 'Channels' }], total: 1 })
    const restored = await t.call('POST', `/reports/${report.id}/restore`, { token: owner.token })
    expect(restored.json()).toMatchObject({ id: report.id, isPublic: true })
    expect(await list(owner, 'my')).toEqual(['Channels'])
  })

  test('deletes reports after 30 days', async ({ member: owner }) => {
    const { id } = await createSaved(owner)
    await t.call('DELETE', `/reports/${id}`, { token: owner.token })
    const isThere = async () => {
      await runJob(emptyReportTrashJob, t.deps)
      return (await db.selectFrom('saved_reports').select('id').where('id', '=', id).execute()).length
    }
    t.clock.advance(30 * DAY_MS)
    expect(await isThere()).toBe(1)
    t.clock.advance(1)
    expect(await isThere()).toBe(0)
  })
})
