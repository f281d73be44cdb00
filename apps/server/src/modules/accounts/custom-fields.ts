import type { CustomField } from '#domain/custom-fields.ts'
import type { AccountRow } from './accounts.repo.ts'

/** Keys of fields that were deleted. */
export const deletedCustomFieldKeys = ({ custom_fields }: Pick<AccountRow, 'custom_fields'>): readonly string[] =>
  custom_fields.flatMap(({ isDeleted, key }) => (isDeleted ? [key] : []))

/** The account's fields in the order in which they were added. Those that were deleted are stored, so that their keys stay taken. */
export const activeCustomFields = ({ custom_fields }: Pick<AccountRow, 'custom_fields'>): readonly CustomField[] =>
  custom_fields.flatMap(({ isDeleted, ...field }) => (isDeleted ? [] : [field]))
