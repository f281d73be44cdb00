import { dimension, joinedField, stored } from './build-column.ts'
import type { Dimension } from './column.ts'
import type { Field } from './field.ts'
import { joinedTable } from './joined-table.ts'
import type { Join } from './report-type.ts'

/** The membership that a record names. */
export const joinedMember: Readonly<Record<'memberships', Join>> = {
  memberships: joinedTable('memberships', 'membership_source_id'),
}

export const ofMember = (name: string): Field => joinedField('memberships', name)

/** Who the member of a record is. */
export const memberColumns: readonly Dimension[] = [
  dimension({
    columnId: 'membershipId',
    displayName: 'Membership ID',
    field: stored('membership_source_id'),
    isId: true,
  }),
  dimension({ columnId: 'customerId', displayName: 'Customer ID', field: ofMember('customer_source_id'), isId: true }),
  dimension({ columnId: 'customerName', displayName: 'Customer', field: ofMember('customer_name') }),
  dimension({ columnId: 'clubName', displayName: 'Club', field: ofMember('club_name') }),
]
