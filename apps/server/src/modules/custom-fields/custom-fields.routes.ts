import { segmentOfColumn } from '#domain/segments.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import {
  addCustomField,
  describeField,
  describeFields,
  removeCustomField,
  renameCustomField,
} from './custom-fields.usecases.ts'

const { customFields } = signedIn

export const customFieldsRoutes: RoutesOf<'customFields'> = {
  list: customFields.list.handler(({ context: { deps, caller } }) =>
    describeFields(
      deps,
      caller.accountId,
      caller.account.customFields.filter(({ key }) => segmentOfColumn(key) === null),
    ),
  ),
  create: customFields.create.handler(async ({ input, context: { deps, caller, call } }) => {
    const field = await addCustomField(deps, caller.accountId, input)
    call.note({ field: field.label })
    return describeField(deps, caller.accountId, field)
  }),
  rename: customFields.rename.handler(async ({ input, context: { deps, caller, call } }) => {
    const field = await renameCustomField(deps, caller.accountId, input)
    call.note({ field: field.label })
    return describeField(deps, caller.accountId, field)
  }),
  remove: customFields.remove.handler(async ({ input, context: { deps, caller, call } }) => {
    const field = await removeCustomField(deps, caller.accountId, input.key)
    call.note({ field: field.label })
  }),
}
