import { describe, expect, test } from 'vitest'
import type { SaveCandidate } from '#insights/club-risk/save-candidates.ts'
import type { MemberHistory } from '#insights/insight/inputs.ts'
import { holdoutDraw } from '#server/modules/insights/index.ts'
import { entryRow } from './entry.fixture.ts'
import { type EntryRow, nextEntries } from './next-entries.ts'

const TODAY = '2026-06-17'

const candidate = (number: number, change: Partial<SaveCandidate> = {}): SaveCandidate => ({
  membershipId: `m${number}`,
  customerId: `c${number}`,
  club: 'Estate Club',
  chance: 0.5,
  reasons: ['noVisit'],
  yearlyValue: 50_000,
  ...change,
})

const history = (membershipId: string, cancelled: string | null): MemberHistory => ({
  membershipId,
  cancelled,
  club: 'Estate Club',
  signup: '2024-01-01',
  skips: [],
  declines: [],
  visits: ['2026-01-05'],
  purchases: [],
})

interface Options {
  readonly today?: string
  readonly percent?: number
  readonly stored?: readonly EntryRow[]
  readonly candidates?: readonly SaveCandidate[]
  /** by membership */
  readonly cancelled?: Readonly<Record<string, string | null>>
}

const next = ({ today = TODAY, percent = 0, stored = [], candidates = [], cancelled = {} }: Options) => {
  let ids = 0
  return nextEntries({
    accountId: 1,
    today,
    holdoutPercent: percent,
    stored,
    candidates,
    members: [
      ...candidates.map(({ membershipId }) => history(membershipId, null)),
      ...Object.entries(cancelled).map(([membershipId, day]) => history(membershipId, day)),
    ],
    newId: () => {
      ids += 1
      return `new${ids}`
    },
  })
}

test('the first hundred candidates enter for three months, with their value at that time', () => {
  const { entries } = next({ candidates: Array.from({ length: 130 }, (_, at) => candidate(at)) })
  expect(entries.map(({ membership_id }) => membership_id)).toEqual(Array.from({ length: 100 }, (_, at) => `m${at}`))
  const shared = {
    entered_on: TODAY,
    ends_on: '2026-09-17',
    entry_value: 50_000,
    yearly_value: 50_000,
    is_held_out: false,
  }
  for (const entry of entries) expect(entry).toMatchObject(shared)
})

test('who entered keeps the entry and its draw, with the risk and value of today', () => {
  const stored = [entryRow({ is_held_out: true, assigned_to: 'u1' })]
  const now = candidate(1, { chance: 0.7, yearlyValue: 90_000 })
  const { entries, removedIds } = next({ stored, candidates: [now], cancelled: { m1: null } })
  expect(entries).toEqual([{ ...stored[0], chance: 0.7, reasons: ['last visit in Jan 2026'], yearly_value: 90_000 }])
  expect(removedIds).toEqual([])
})

test('whose three months have ended enters again with another draw, and the ended entry stays as it was', () => {
  const ended = entryRow({ ends_on: TODAY })
  const { entries } = next({ stored: [ended], candidates: [candidate(1)], cancelled: { m1: null } })
  expect(entries).toMatchObject([ended, { id: 'new1', membership_id: 'm1', entered_on: TODAY }])
})

test('who has canceled today does not enter', () => {
  const { entries } = next({ candidates: [candidate(1), candidate(2)], cancelled: { m1: TODAY } })
  expect(entries.map(({ membership_id }) => membership_id)).toEqual(['m2'])
})

test('a customer with two memberships is on the list once', () => {
  const { entries } = next({
    stored: [entryRow()],
    candidates: [candidate(2, { customerId: 'c1' })],
    cancelled: { m1: null },
  })
  expect(entries).toHaveLength(1)
})

test.each([
  ['on the first day', '2026-05-01', '2026-05-01'],
  ['on the last day', '2026-07-31', '2026-07-31'],
  ['after the three months', '2026-08-01', null],
  ['before them, by a correction', '2026-04-30', null],
  ['not at all', null, null],
])('a member who canceled %s is counted as %s → %s', (_when, day, expected) => {
  const { entries } = next({ today: '2026-09-01', stored: [entryRow()], cancelled: { m1: day } })
  expect(entries[0]?.canceled_on).toBe(expected)
})

test('removes members who are no longer on record, and entries that ended two years ago', () => {
  const old = entryRow({ id: 'old', membership_id: 'm2', entered_on: '2024-03-17', ends_on: '2024-06-17' })
  const { entries, removedIds } = next({ stored: [entryRow(), old], cancelled: { m2: null } })
  expect([entries, removedIds]).toEqual([[], ['e1', 'old']])
})

describe('the draw', () => {
  const days = ['2026-01-01', '2026-06-17', '2027-02-28']
  const draws = days.flatMap((day) => Array.from({ length: 4000 }, (_, at) => holdoutDraw(7, `mem-${at}`, day)))
  const shareBelow = (limit: number, of = draws): number => of.filter((draw) => draw < limit).length / of.length

  test('is uniform', () => {
    // Three standard errors of a share of 12,000 draws are below 0.014.
    for (const limit of [0.1, 0.2, 0.3, 0.5, 0.9]) expect(Math.abs(shareBelow(limit) - limit)).toBeLessThan(0.014)
  })

  test('is independent between days and between accounts', () => {
    const first = draws.slice(0, 4000)
    const heldOutFirst = (_: number, at: number): boolean => (first[at] ?? 1) < 0.2
    const again = draws.slice(4000, 8000).filter(heldOutFirst)
    const elsewhere = first.map((_, at) => holdoutDraw(8, `mem-${at}`, days[0] ?? '')).filter(heldOutFirst)
    // Three standard errors of a share of about 800 draws.
    for (const group of [again, elsewhere]) expect(Math.abs(shareBelow(0.2, group) - 0.2)).toBeLessThan(0.043)
  })

  test('does not depend on the member’s risk or value, and is the same when it is drawn again', () => {
    const candidates = Array.from({ length: 100 }, (_, at) => candidate(at))
    const draw = (change: Partial<SaveCandidate>) =>
      next({ percent: 50, candidates: candidates.map((one) => ({ ...one, ...change })) }).entries.map(
        (entry) => entry.is_held_out,
      )
    expect(draw({ chance: 0.9, yearlyValue: 1 })).toEqual(draw({}))
    expect(new Set(draw({}))).toEqual(new Set([true, false]))
  })
})
