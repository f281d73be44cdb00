import { lookupTable } from '#domain/lookup-table.ts'
import type { AskedHistory } from '../definition/answerable.ts'
import { is, type Part, type PartName } from '../slots/slots.ts'

export type DeedFilter = AskedHistory['filters'][number]

/** What somebody may have done, as records. */
export interface Deed {
  /** report type of the records */
  readonly of: string
  readonly filters: readonly DeedFilter[]
  /** how often it must have been done for the word to be true; default: once */
  readonly least?: number
}

const filter = (columnId: string, comparison: DeedFilter['comparison'], value: DeedFilter['value'] = null) => ({
  columnId,
  comparison,
  value,
})

export const ORDERED: Deed = { of: 'Orders', filters: [] }
const BOOKED: Deed = { of: 'Reservations', filters: [] }
/** Who canceled a reservation did not visit. */
export const VISITED: Deed = { of: 'Reservations', filters: [filter('heldOn', 'IsNotNull')] }
/** Who has a reservation on a day to come has not visited yet. */
export const EXPECTED: Deed = { of: 'Reservations', filters: [filter('status', 'Equal', 'reserved')] }
/** Who has a reservation in days that go on may have kept it, or may still come. */
export const HAS_BOOKED: Deed = { of: 'Reservations', filters: [filter('status', 'NotEqual', 'cancelled')] }
/** Who walks in without a reservation is seen when something is ordered. */
export const IN_TASTING_ROOM: Deed = { of: 'Orders', filters: [filter('channel', 'Equal', 'pos')] }
export const JOINED: Deed = { of: 'Memberships', filters: [] }
export const LEFT: Deed = { of: 'Memberships', filters: [filter('cancelledDate', 'IsNotNull')] }
export const PAUSED: Deed = { of: 'MembershipHolds', filters: [] }
/** Who is on hold is so now, unless days are named. */
export const ON_HOLD: Deed = { ...PAUSED, filters: [filter('isCurrent', 'IsTrue')] }

const inRelease = (outcome: string): Deed => ({ of: 'ReleaseMembers', filters: [filter('outcome', 'Equal', outcome)] })

export const TAKEN: Deed = inRelease('processed')

const DEEDS: readonly (readonly [PartName, Deed])[] = [
  ['verb:buy', ORDERED],
  ['noun:order', ORDERED],
  ['state:repeat', { ...ORDERED, least: 2 }],
  ['verb:visit', VISITED],
  ['noun:reservation', VISITED],
  ['verb:book', BOOKED],
  ['state:noShow', { of: 'Reservations', filters: [filter('status', 'Equal', 'no_show')] }],
  ['state:join', JOINED],
  ['noun:signup', JOINED],
  ['state:leave', LEFT],
  ['noun:cancellation', LEFT],
  ['state:hold', ON_HOLD],
  ['noun:hold', PAUSED],
  ['state:skip', inRelease('skipped')],
  ['noun:skippedMember', inRelease('skipped')],
  ['state:decline', inRelease('declined')],
  ['noun:declinedMember', inRelease('declined')],
]

/** What a word says that somebody did; null for one that says something else. */
export const deedOf = (part: Part | undefined): Deed | null => DEEDS.find(([name]) => is(part, name))?.[1] ?? null

/** Columns of an item and not of a whole order. */
const OF_WINES = ['varietal', 'category', 'brand', 'productTitle', 'vintage']
const OF_ITEMS = [...OF_WINES, 'itemKind']

/** What somebody did with what a column names, where no verb says it. */
const WITH: Readonly<Record<string, Deed>> = lookupTable({
  experience: VISITED,
  channel: ORDERED,
  releaseName: inRelease('processed'),
  clubName: { of: 'Memberships', filters: [filter('standing', 'NotEqual', 'cancelled')] },
})

export const WINE: DeedFilter = filter('itemKind', 'Equal', 'wine')

export const isOfWine = (columnId: string): boolean => OF_WINES.includes(columnId)

export const isOfItem = (columnId: string): boolean => OF_ITEMS.includes(columnId)

/** `isTold`: other words say that something was done; a channel alone is none that was ordered in. */
export const deedWith = (columnId: string, isTold: boolean): Deed | null => {
  if (isOfItem(columnId)) return ORDERED
  return columnId === 'channel' && !isTold ? null : (WITH[columnId] ?? null)
}

/** All memberships are of the club, and all visits are tastings: the words are no condition. */
const IMPLIED: Readonly<Record<string, readonly DeedFilter[]>> = lookupTable({
  Memberships: [filter('channel', 'Equal', 'club')],
  Reservations: [filter('itemKind', 'Equal', 'tasting'), filter('channel', 'Equal', 'pos')],
})

export const isImplied = ({ of }: Deed, { columnId, value }: DeedFilter): boolean =>
  IMPLIED[of]?.some((one) => one.columnId === columnId && one.value === value) ?? false
