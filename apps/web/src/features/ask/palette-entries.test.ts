import { expect, test } from 'vitest'
import { matching, pageGroups } from './palette-entries.ts'

const ADMIN = { roles: ['AccountOwner'], accountType: 'Reserve' } as const
const MICRO = { roles: ['User'], accountType: 'Micro' } as const

const hrefs = (viewer: Parameters<typeof pageGroups>[0], query: string) =>
  matching(pageGroups(viewer), query).flatMap(({ entries }) => entries.map(({ href }) => href))

test('finds a page by the beginnings of its words', () => {
  expect(hrefs(ADMIN, 'top cust')).toContain('/reports/customers/top-customers')
  expect(hrefs(ADMIN, 'serv')).toContain('/admin/services')
})

test('does not list pages without permission', () => {
  expect(hrefs(MICRO, 'services')).toEqual([])
  expect(hrefs(MICRO, 'brand')).toEqual([])
})

test('returns nothing when nothing matches', () => {
  expect(matching(pageGroups(ADMIN), 'xyzzy')).toEqual([])
})
