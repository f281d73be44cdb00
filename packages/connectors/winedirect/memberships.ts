import { z } from 'zod'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { SyncStream } from '../kit/connector.ts'
import { readRecords } from '../kit/read-records.ts'
import { changesStream } from './changes-stream.ts'
import { toMembershipStatus } from './codes.ts'
import { idIn, WdFlag, WdId, WdInstant, WdOptionalInstant, WdText } from './fields.ts'
import { recordListing } from './listings.ts'
import type { Search } from './search-pages.ts'
import type { XmlElement } from './soap/xml-element.ts'
import { wholeStream } from './whole-stream.ts'
import type { WineDirectClient } from './winedirect-client.ts'

export const CLUBS: Search = {
  service: 'club',
  operation: 'SearchClubs',
  list: 'Clubs',
  idOf: idIn('ClubID'),
  maxRows: 200,
}

export const MEMBERSHIPS: Search = {
  service: 'club',
  operation: 'SearchClubMemberships',
  list: 'ClubMemberships',
  idOf: idIn('ClubMembershipID'),
  maxRows: 200,
}

const Club = z.object({ ClubID: WdId, ClubName: WdId, DateModified: WdOptionalInstant })

const clubRows = (records: readonly XmlElement[]) =>
  readRecords(records, {
    schema: Club,
    idOf: idIn('ClubID'),
    rows: ({ ClubID, ClubName, DateModified }) => [
      {
        table: 'clubs',
        row: { source_id: ClubID, source_updated: DateModified, time_basis: 'utc', name: ClubName },
      },
    ],
  })

const Membership = z.object({
  ClubMembershipID: WdId,
  ClubID: WdText,
  ClubName: WdText,
  ContactID: WdText,
  FirstName: WdText,
  LastName: WdText,
  CurrentMembershipStatus: WdText,
  SignupDate: WdInstant,
  CancelDate: WdOptionalInstant,
  CancellationReason: WdText,
  SalesAssociate: WdText,
  SourceCode: WdText,
  IsPickup: WdFlag,
  DateModified: WdOptionalInstant,
})

// A membership may be canceled without a date, and holds have no dates on this platform.
const membershipRow = (membership: z.output<typeof Membership>): CanonicalRecord<'memberships'> => {
  const status = toMembershipStatus(membership.CurrentMembershipStatus)
  return {
    source_id: membership.ClubMembershipID,
    source_updated: membership.DateModified,
    time_basis: 'utc',
    club_source_id: membership.ClubID,
    club_name: membership.ClubName,
    customer_source_id: membership.ContactID,
    customer_name: [membership.FirstName, membership.LastName].filter(Boolean).join(' ') || null,
    status,
    status_raw: membership.CurrentMembershipStatus,
    signup: membership.SignupDate,
    // A future date does not cancel yet.
    cancelled: status === 'cancelled' ? membership.CancelDate : null,
    cancellation_reason: membership.CancellationReason,
    acquisition_channel: membership.SourceCode,
    team_member: membership.SalesAssociate,
    delivery_method: membership.IsPickup ? 'pickup' : 'ship',
  }
}

const membershipRows = (records: readonly XmlElement[]) =>
  readRecords(records, {
    schema: Membership,
    idOf: idIn('ClubMembershipID'),
    rows: (membership) => [{ table: 'memberships', row: membershipRow(membership) }],
  })

export const clubsStream = (client: WineDirectClient): SyncStream =>
  wholeStream({
    name: 'clubs',
    title: 'Clubs',
    tables: ['clubs'],
    client,
    search: CLUBS,
    rows: (records) => ({ ...clubRows(records), removed: [] }),
  })

export const membershipsStream = (client: WineDirectClient, now: () => number): SyncStream =>
  changesStream({
    name: 'memberships',
    title: 'Club memberships',
    tables: ['memberships'],
    client,
    search: MEMBERSHIPS,
    idParameter: 'ClubMembershipID',
    listing: recordListing(client, 'memberships', MEMBERSHIPS),
    now,
    begin: () => ({ rows: (records) => ({ ...membershipRows(records), removed: [] }), memory: () => null }),
  })
