import { z } from 'zod'
import { CUSTOM_FIELD_RECORDS, CUSTOM_FIELD_TYPES } from '#domain/custom-fields.ts'
import { audited, endpoint } from './endpoint.ts'
import { Nothing, RequiredText } from './fields.ts'

export const CustomFieldLabel = RequiredText(60)

/** A field that the account keeps in addition to the standard columns: a column of the catalog by its key. */
export const CustomField = z.object({
  key: z.string(),
  label: z.string(),
  record: z.enum(CUSTOM_FIELD_RECORDS),
  type: z.enum(CUSTOM_FIELD_TYPES),
  /** saved reports that use it and stop working without it */
  reportCount: z.number().int(),
})
export type CustomField = z.infer<typeof CustomField>

const NewCustomField = z.object({
  label: CustomFieldLabel,
  record: z.enum(CUSTOM_FIELD_RECORDS),
  type: z.enum(CUSTOM_FIELD_TYPES),
})

const Key = z.string().min(1).max(100)

const change = audited('account', { access: 'administration' })

export const customFields = {
  list: endpoint('GET /custom-fields', 'Custom fields of the account', { access: 'administration' }).output(
    z.array(CustomField),
  ),
  create: change('POST /custom-fields', 'Add a custom field', 'Added a custom field', {
    successStatus: 201,
    sample: { body: { label: 'Barrel', record: 'order_lines', type: 'text' } },
  })
    .input(NewCustomField)
    .output(CustomField),
  rename: change('PUT /custom-fields/{key}', 'Rename a custom field', 'Renamed a custom field', {
    sample: { body: { label: 'Barrel' } },
  })
    .input(z.object({ key: Key, label: CustomFieldLabel }))
    .output(CustomField),
  /** reports that use it stop working; its values can't be brought back */
  remove: change('DELETE /custom-fields/{key}', 'Delete a custom field', 'Deleted a custom field')
    .input(z.object({ key: Key }))
    .output(Nothing),
}
