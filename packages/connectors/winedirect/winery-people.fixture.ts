import type { MembershipStatus } from '#domain/commerce.ts'
import { expectedRow } from '../kit/expected-rows.fixture.ts'
import { at } from '../kit/winery.fixture.ts'
import { CLUB, CONTACT, MEMBERSHIP } from './samples.fixture.ts'
import type { StoredRecord } from './winery-store.fixture.ts'
import { stamp, type Wire } from './wire-xml.fixture.ts'

const CITIES = [
  { city: 'Napa', state: 'CA', zip: '94558' },
  { city: 'Portland', state: 'OR', zip: '97201' },
  { city: 'Truth or Consequences', state: 'NM', zip: '87901' },
]

export const fakeContact = (index: number, since: number) => {
  const named: Record<'first' | 'last' | 'email', string | null> =
    index % 17 === 3
      ? { first: null, last: null, email: null }
      : { first: `Ana ${index}`, last: "O'Neill & Daughters", email: `ana.${index}@example.com` }
  return {
    id: `C0NTACT-${index}`,
    ...named,
    ...at(CITIES, index),
    birth: index % 3 === 0 ? `19${60 + (index % 30)}-03-19` : null,
    since,
  }
}

export type FakeContact = ReturnType<typeof fakeContact>

export const formatContactName = ({ first, last }: FakeContact): string | null =>
  first === null ? null : `${first} ${last}`

/** What customers and the billing address of orders have in common. */
export const personFields = (contact: FakeContact): Record<string, Wire> => ({
  BirthDate: contact.birth === null ? null : `${contact.birth}T08:00:00.000Z`,
  City: contact.city,
  ContactID: contact.id,
  CountryCode: 'US',
  FirstName: contact.first,
  LastName: contact.last,
  StateCode: contact.state,
  ZipCode: contact.zip,
})

export const storedContact = (contact: FakeContact, modified: number): StoredRecord => {
  const { id, email, city, state, zip, birth, since } = contact
  const address = { city, state, country: 'US', postal_code: zip }
  const row = { source_id: id, name: formatContactName(contact), email, ...address, birth, since }
  return {
    id,
    modified,
    wire: { ...CONTACT, ...personFields(contact), DateAdded: stamp(since), Email: email },
    rows: [expectedRow('customers', row)],
  }
}

export interface FakeClub {
  readonly id: string
  readonly name: string
}

export const storedClub = ({ id, name }: FakeClub, modified: number): StoredRecord => ({
  id,
  modified,
  wire: { ...CLUB, ClubID: id, ClubName: name },
  rows: [expectedRow('clubs', { source_id: id, name })],
})

export interface FakeMembership {
  readonly id: string
  readonly club: FakeClub
  readonly contact: FakeContact
  readonly status: MembershipStatus
  readonly signup: number
  readonly cancelled: number | null
}

const WRITTEN: Readonly<Record<MembershipStatus, string>> = {
  active: 'Active',
  on_hold: 'OnHold',
  cancelled: 'Cancelled',
  other: 'Sleeping',
}

export const storedMembership = (member: FakeMembership, modified: number): StoredRecord => {
  const { id, club, contact, status, signup, cancelled } = member
  const reason = status === 'cancelled' ? 'Too much wine' : null
  const isPickup = id.endsWith('2')
  const row = {
    source_id: id,
    club_source_id: club.id,
    club_name: club.name,
    customer_source_id: contact.id,
    customer_name: formatContactName(contact),
    status,
    status_raw: WRITTEN[status],
    signup,
    cancelled,
    cancellation_reason: reason,
    acquisition_channel: 'Tasting room',
    delivery_method: isPickup ? 'pickup' : 'ship',
  }
  return {
    id,
    modified,
    wire: {
      ...MEMBERSHIP,
      CancelDate: stamp(cancelled),
      CancellationReason: reason,
      ClubID: club.id,
      ClubMembershipID: id,
      ClubName: club.name,
      ContactID: contact.id,
      CurrentMembershipStatus: WRITTEN[status],
      FirstName: contact.first,
      LastName: contact.last,
      IsPickup: isPickup,
      SalesAssociate: null,
      SignupDate: stamp(signup),
      SourceCode: 'Tasting room',
    },
    rows: [expectedRow('memberships', row)],
  }
}
