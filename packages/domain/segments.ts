import type { CustomField } from './custom-fields.ts'

/** Table of the days that customers are in segments. */
export const SEGMENT_MEMBERS = 'segment_members'

/** Report types whose lists can be saved as a segment. Its members are the customers of the records. */
export const SEGMENT_SUBJECTS = ['Customers', 'CustomerMonths', 'Memberships', 'MembershipMonths'] as const

/** Segments that an account may have at one time: each is brought up to date after each load. */
export const MAX_SEGMENTS = 50

const KEY = /^segment_([a-z0-9]{1,40})$/

/** The segment that a column of the account's own says the members of; null: its values are stored with the records. */
export const segmentOfColumn = (columnId: string): string | null => KEY.exec(columnId)?.[1] ?? null

/** A segment as queries know it: a yes or no of each customer. `id`: lower-case letters and digits. */
export const segmentColumn = ({ id, name }: { readonly id: string; readonly name: string }): CustomField => ({
  key: `segment_${id}`,
  label: `In ${name}`,
  record: 'customers',
  type: 'boolean',
})
