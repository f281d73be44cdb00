import type { CustomField as PresentedField } from '#contract/custom-fields.ts'
import { fail, failFields } from '#contract/errors.ts'
import { type CustomField, MAX_CUSTOM_FIELDS, newCustomFieldKey } from '#domain/custom-fields.ts'
import { isSameText } from '#domain/text.ts'
import { isColumnLabel } from '#semantic/catalog/catalog.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { type AccountRow, activeCustomFields, lockAccount, updateAccount } from '#server/modules/accounts/index.ts'
import { countReportsNaming } from './custom-fields.repo.ts'
import { removeCustomValuesJob } from './remove-values.job.ts'

type NewCustomField = Omit<CustomField, 'key'>

type Stored = AccountRow['custom_fields']

const labelProblem = ({ label, record }: Pick<CustomField, 'label' | 'record'>, others: Stored): string | null => {
  if (isColumnLabel(record, label)) return `There is already a column called ${label}`
  const isTaken = others.some((one) => !one.isDeleted && one.record === record && isSameText(one.label, label))
  return isTaken ? `There is already a field called ${label}` : null
}

const assertLabel = (field: Pick<CustomField, 'label' | 'record'>, others: Stored): void => {
  const message = labelProblem(field, others)
  if (message !== null) throw failFields('request.invalid', [{ field: 'label', message }])
}

const lockFields = async (trx: Db, accountId: number): Promise<Stored> => {
  const account = await lockAccount(trx, accountId)
  if (!account) throw fail('account.not_found')
  return account.custom_fields
}

const store = async (trx: Db, accountId: number, fields: Stored): Promise<void> => {
  await updateAccount(trx, accountId, { custom_fields: JSON.stringify(fields) })
}

const added = (fields: Stored, given: NewCustomField): CustomField => {
  if (activeCustomFields({ custom_fields: fields }).length >= MAX_CUSTOM_FIELDS) {
    const message = `An account can have up to ${MAX_CUSTOM_FIELDS} custom fields. Delete one to make room.`
    throw fail('request.quota', { values: { message } })
  }
  assertLabel(given, fields)
  const { label, record, type } = given
  return { key: newCustomFieldKey(label, new Set(fields.map(({ key }) => key))), label, record, type }
}

/** Errors: `request.invalid` naming `label`; `request.quota`. */
export const addCustomField = ({ db }: Deps, accountId: number, given: NewCustomField): Promise<CustomField> =>
  inTransaction(db, async (trx) => {
    const fields = await lockFields(trx, accountId)
    const field = added(fields, given)
    await store(trx, accountId, [...fields, field])
    return field
  })

/**
 * The fields of an import, in the order given: an existing field with the same record, label and type, else a new one. Within the
 * caller's transaction. Errors: `request.invalid` naming `label`; `request.quota`.
 */
export const ensureCustomFields = async (
  trx: Db,
  accountId: number,
  wanted: readonly NewCustomField[],
): Promise<CustomField[]> => {
  if (wanted.length === 0) return []
  const before = await lockFields(trx, accountId)
  const fields = [...before]
  const found = wanted.map((given) => {
    const known = fields.find(
      (one) =>
        !one.isDeleted && one.record === given.record && one.type === given.type && isSameText(one.label, given.label),
    )
    if (known !== undefined) return known
    const field = added(fields, given)
    fields.push(field)
    return field
  })
  if (fields.length > before.length) await store(trx, accountId, fields)
  return found
}

/** Replaces a field in the caller's transaction, by what `change` makes of it and the others. */
const changeField = async (
  trx: Db,
  { accountId, key }: { readonly accountId: number; readonly key: string },
  change: (field: CustomField, others: Stored) => Stored[number],
): Promise<CustomField> => {
  const fields = await lockFields(trx, accountId)
  const field = fields.find((one) => one.key === key && !one.isDeleted)
  if (field === undefined) throw fail('custom_field.not_found')
  const others = fields.filter((one) => one !== field)
  const next = change(field, others)
  await store(
    trx,
    accountId,
    fields.map((one) => (one === field ? next : one)),
  )
  return next
}

/** Errors: `custom_field.not_found`; `request.invalid` naming `label`. */
export const renameCustomField = (
  { db }: Deps,
  accountId: number,
  { key, label }: Pick<CustomField, 'key' | 'label'>,
): Promise<CustomField> =>
  inTransaction(db, (trx) =>
    changeField(trx, { accountId, key }, (field, others) => {
      assertLabel({ ...field, label }, others)
      return { ...field, label }
    }),
  )

/**
 * Its key is never used again, so that a later field does not show its values, which a job removes from the records.
 * Errors: `custom_field.not_found`.
 */
export const removeCustomField = ({ db, jobs }: Deps, accountId: number, key: string): Promise<CustomField> =>
  inTransaction(db, async (trx) => {
    const field = await changeField(trx, { accountId, key }, (one) => ({ ...one, isDeleted: true }))
    await jobs.send(trx, removeCustomValuesJob, { accountId })
    return field
  })

/** Fields with the number of saved reports that name each. */
export const describeFields = async (
  { db }: Deps,
  accountId: number,
  fields: readonly CustomField[],
): Promise<PresentedField[]> => {
  const keys = fields.map(({ key }) => key)
  const counts = await countReportsNaming(db, accountId, keys)
  return fields.map(({ key, label, record, type }) => ({ key, label, record, type, reportCount: counts.get(key) ?? 0 }))
}

export const describeField = async (deps: Deps, accountId: number, field: CustomField): Promise<PresentedField> => {
  const [presented] = await describeFields(deps, accountId, [field])
  if (presented === undefined) throw new Error('A field was not presented')
  return presented
}
