import type { MembershipStatus } from '#domain/commerce.ts'
import { CLUB, CONTACT, MEMBERSHIP } from './documented-samples.fixture.ts'
import type { StoredRecord } from './winery-store.fixture.ts'
import { stamp, type Wire } from './wire-xml.fixture.ts'

const NOTHING = { source_updated: null, time_basis: 'utc' } as const

export interface FakeContact {
  readonly id: string
  readonly first: string | null
  readonly last: string | null
  readonly email: string | null
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly birth: string | null
  readonly since: number
}

const CITIES = [
  ['Napa', 'CA', '94558'],
  ['Portland', 'OR', '97201'],
  ['Truth or Consequences', 'NM', '87901'],
] as const

export const fakeContact = (index: number, since: number): FakeContact => {
  const [city, state, zip] = CITIES[index % CITIES.length] ?? CITIES[0]
  const isNameless = index % 17 === 3
  return {
    id: `C0NTACT-${index}`,
    first: isNameless ? null : `Ana ${index}`,
    last: isNameless ? null : "O'Neill & Daughters",
    email: isNameless ? null : `ana.${index}@example.com`,
    city,
    state,
    zip,
    birth: index % 3 === 0 ? `19${60 + (index % 30)}-03-19` : null,
    since,
  }
}

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

export const storedContact = (contact: FakeContact, modified: number): StoredRecord => ({
  id: contact.id,
  modified,
  wire: { ...CONTACT, ...personFields(contact), DateAdded: stamp(contact.since), Email: contact.email },
  rows: [
    {
      table: 'customers',
      row: {
        ...NOTHING,
        source_id: contact.id,
        name: formatContactName(contact),
        email: contact.email,
        city: contact.city,
        state: contact.state,
        country: 'US',
        postal_code: contact.zip,
        birth: contact.birth,
        since: contact.since,
        lifetime_value_seed: null,
        currency: null,
      },
    },
  ],
})

export interface FakeClub {
  readonly id: string
  readonly name: string
}

export const storedClub = ({ id, name }: FakeClub, modified: number): StoredRecord => ({
  id,
  modified,
  wire: { ...CLUB, ClubID: id, ClubName: name },
  rows: [{ table: 'clubs', row: { ...NOTHING, source_id: id, name } }],
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
  const isCanceled = member.status === 'cancelled'
  return {
    id: member.id,
    modified,
    wire: {
      ...MEMBERSHIP,
      CancelDate: stamp(member.cancelled),
      CancellationReason: isCanceled ? 'Too much wine' : null,
      ClubID: member.club.id,
      ClubMembershipID: member.id,
      ClubName: member.club.name,
      ContactID: member.contact.id,
      CurrentMembershipStatus: WRITTEN[member.status],
      FirstName: member.contact.first,
      LastName: member.contact.last,
      IsPickup: member.id.endsWith('2'),
      SalesAssociate: null,
      SignupDate: stamp(member.signup),
      SourceCode: 'Tasting room',
    },
    rows: [
      {
        table: 'memberships',
        row: {
          ...NOTHING,
          source_id: member.id,
          club_source_id: member.club.id,
          club_name: member.club.name,
          customer_source_id: member.contact.id,
          customer_name: formatContactName(member.contact),
          status: member.status,
          status_raw: WRITTEN[member.status],
          signup: member.signup,
          cancelled: member.cancelled,
          cancellation_reason: isCanceled ? 'Too much wine' : null,
          acquisition_channel: 'Tasting room',
          team_member: null,
          delivery_method: member.id.endsWith('2') ? 'pickup' : 'ship',
        },
      },
    ],
  }
}
