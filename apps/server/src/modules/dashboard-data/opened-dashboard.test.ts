import { beforeAll, describe, expect, test } from 'vitest'
import { unscoped } from '#server/db/database.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

const t = await testApp({ runsJobs: false })

const opened = ({ token }: Member, slug = 'default') => t.call('GET', `/dashboards/${slug}/opened`, { token })

interface Line {
  readonly id: string
  readonly etag?: string
}

const linesOf = (body: string): readonly Line[] =>
  body.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)))

describe('an opened dashboard', () => {
  let owner: Member
  beforeAll(async () => {
    owner = await t.register()
  })

  test('begins with the dashboard, and goes on with what its request answers', async () => {
    const { body, headers } = await opened(owner)
    expect(headers['content-type']).toContain('application/x-ndjson')
    const [first = '', ...rest] = body.split('\n')
    const { dashboard, request } = JSON.parse(first)
    expect(dashboard).toEqual((await t.call('GET', '/dashboards/default', { token: owner.token })).json())
    const asked = await t.call('POST', '/dashboards/data', { token: owner.token, body: request })
    const etags = (lines: readonly Line[]) => lines.map(({ id, etag }) => [id, etag]).toSorted()
    expect(etags(linesOf(rest.join('\n')))).toEqual(etags(linesOf(asked.body)))
    expect(linesOf(rest.join('\n'))).toHaveLength(dashboard.widgets.length)
  })

  test('asks with the filters that it is saved with', async () => {
    const filterBar = { range: 'Last90Days', includeClubOrders: false, dimensionFilters: [] }
    await t.call('PUT', '/dashboards/default/filter-bar', { token: owner.token, body: { filterBar } })
    const [first = ''] = (await opened(owner)).body.split('\n')
    const { range, dimensionFilters } = filterBar
    expect(JSON.parse(first).request).toMatchObject({
      includeClubOrders: false,
      filterBar: { range, dimensionFilters },
    })
  })

  test.each([
    [
      'saved filters name a column that is gone',
      { filter_bar: { dimensionFilters: [{ columnId: 'gone', values: ['a'] }] } },
    ],
    ['the layout is no list', { widgets: { odd: true } }],
  ])('is sent without numbers when %s', async (_name, change) => {
    const member = await t.register()
    const stored = Object.fromEntries(Object.entries(change).map(([key, value]) => [key, JSON.stringify(value)]))
    await unscoped(t.deps.db)
      .updateTable('dashboards')
      .set(stored)
      .where('account_id', '=', member.accountId)
      .where('is_default', '=', true)
      .execute()
    const { statusCode, body } = await opened(member)
    expect(statusCode).toBe(200)
    expect(linesOf(body)).toMatchObject([{ dashboard: { slug: expect.any(String) }, request: null }])
  })

  test('of another account is not found', async () => {
    const { slug } = (await t.call('POST', '/dashboards', { token: owner.token, body: { name: 'Private' } })).json()
    const stranger = await t.register()
    expect((await opened(stranger, slug)).statusCode).toBe(404)
  })
})
