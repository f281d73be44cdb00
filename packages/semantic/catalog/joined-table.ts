import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { clubId, dimension, joinedField, personal, stored } from './build-column.ts'
import type { Dimension } from './column.ts'
import type { Field } from './formula.ts'
import type { History, Join } from './report-type.ts'

/** Keys that pair a base column with a joined one among the records of the same service. */
export const withinService = (base: string, joined: string): Join['on'] => [
  ['service_id', 'service_id'],
  [base, joined],
]

/** What a customer is, for descriptions of columns. */
export const ONE_PER_EMAIL =
  'Records with the same email are one customer, unless one service has the email under different last names or the account keeps services apart'

/** Keys that pair a customer with the records that count for them, which may be of other services. */
export const ofCustomer: Join['on'] = [
  ['service_id', 'customer_service_id'],
  ['source_id', 'customer_id'],
]

/** The person of a record that the loader joined to a customer. */
export const ofPerson: History['person'] = [stored('customer_service_id'), stored('customer_id')]

/** Identifies a record of any service. */
export const recordKey: readonly Field[] = [stored('source_id'), stored('service_id')]

/** The record of another table whose id is in the column `base`. */
export const joinedTable = (table: CanonicalTable, base: string, on = withinService(base, 'source_id')): Join => ({
  relation: (scope) => {
    const conditions = scope.pageCondition('source_id', base)
    const relation = scope.table(table)
    return conditions.length === 0 ? relation : `(SELECT * FROM ${relation} AS j WHERE ${conditions.join(' AND ')})`
  },
  on,
})

/** The customer that a record counts for. */
export const joinedCustomer: Join = joinedTable(
  'customers',
  'customer_id',
  ofCustomer.map(([customer, record]) => [record, customer] as const),
)

/** The membership of a record. */
export const joinedMember: Readonly<Record<'memberships', Join>> = {
  memberships: joinedTable('memberships', 'membership_source_id'),
}

export const ofMember = (name: string): Field => joinedField('memberships', name)

export const personOfMember: History['person'] = [ofMember('customer_service_id'), ofMember('customer_id')]

/** Columns of the member of a record. */
export const memberColumns: readonly Dimension[] = [
  dimension('membershipId', 'Membership ID', { field: stored('membership_source_id'), isId: true, isPersonal: true }),
  personal(dimension('customerId', 'Customer ID', { field: ofMember('customer_id'), isId: true })),
  dimension('customerName', 'Customer', {
    field: ofMember('customer_name'),
    identifiedBy: 'customerId',
    isPersonal: true,
  }),
  dimension('clubName', 'Club', { field: ofMember('club_name') }),
  clubId(ofMember('club_source_id')),
]
