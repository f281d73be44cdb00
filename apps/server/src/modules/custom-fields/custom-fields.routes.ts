import type { CustomField as PresentedField } from '#contract/custom-fields.ts'
import type { CustomField } from '#domain/custom-fields.ts'
import type { Deps } from '#server/deps.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { countReportsNaming } from './custom-fields.repo.ts'
import { addCustomField, removeCustomField, renameCustomField } from './custom-fields.usecases.ts'

const present = async (
  { db }: Pick<Deps, 'db'>,
  accountId: number,
  fields: readonly CustomField[],
): Promise<PresentedField[]> => {
  const keys = fields.map(({ key }) => key)
  const counts = await countReportsNaming(db, accountId, keys)
  return fields.map(({ key, label, record, type }) => ({ key, label, record, type, reportCount: counts.get(key) ?? 0 }))
}

const presentOne = async (deps: Pick<Deps, 'db'>, accountId: number, field: CustomField): Promise<PresentedField> => {
  const [presented] = await present(deps, accountId, [field])
  if (presented === undefined) throw new Error('A field was not presented')
  return presented
}

const { customFields } = signedIn

export const customFieldsRoutes: RoutesOf<'customFields'> = {
  list: customFields.list.handler(({ context: { deps, caller } }) =>
    present(deps, caller.accountId, caller.account.customFields),
  ),
  create: customFields.create.handler(async ({ input, context: { deps, caller, call } }) => {
    const field = await addCustomField(deps, caller.accountId, input)
    call.note({ field: field.label })
    return presentOne(deps, caller.accountId, field)
  }),
  rename: customFields.rename.handler(async ({ input, context: { deps, caller, call } }) => {
    const field = await renameCustomField(deps, caller.accountId, input)
    call.note({ field: field.label })
    return presentOne(deps, caller.accountId, field)
  }),
  remove: customFields.remove.handler(async ({ input, context: { deps, caller, call } }) => {
    const field = await removeCustomField(deps, caller.accountId, input.key)
    call.note({ field: field.label })
  }),
}
