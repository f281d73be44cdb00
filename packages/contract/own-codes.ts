import { z } from 'zod'
import { CODE_LISTS, isStandardCode, MAX_CODE_VALUES } from '#domain/own-codes.ts'
import { audited, endpoint } from './endpoint.ts'
import { Nothing, RequiredText } from './fields.ts'

const OwnCode = z.object({
  key: z.string(),
  list: z.enum(CODE_LISTS),
  label: z.string(),
  /** the standard code that its orders count as */
  parent: z.string(),
  /** what sources write, in any case */
  values: z.array(z.string()),
  /** orders with one of the values, in the account's currency */
  orders: z.number().int(),
})
export type OwnCode = z.infer<typeof OwnCode>

export const CodeLists = z.object({
  codes: z.array(OwnCode),
  /** values of sources without an own code, and the standard code that they have; most frequent first */
  others: z.array(
    z.object({ list: z.enum(CODE_LISTS), value: z.string(), code: z.string(), orders: z.number().int() }),
  ),
})
export type CodeLists = z.infer<typeof CodeLists>

const Label = RequiredText(60)
const Values = z
  .array(z.string().min(1).max(200))
  .max(MAX_CODE_VALUES, `One entry can have up to ${MAX_CODE_VALUES} values`)

const NewOwnCode = z
  .object({ list: z.enum(CODE_LISTS), label: Label, parent: z.string().max(50), values: Values.default([]) })
  .refine(({ list, parent }) => isStandardCode(list, parent), {
    path: ['parent'],
    message: 'Choose one of the standard values',
  })

const Key = z.string().min(1).max(100)
const Saved = OwnCode.omit({ orders: true })

const change = audited('account', { access: 'administration' })

export const ownCodes = {
  list: endpoint(
    'GET /own-codes',
    'The account’s own channels, order types, fulfillment statuses and item types, and other values in its data',
    { access: 'administration' },
  ).output(CodeLists),
  create: change(
    'POST /own-codes',
    'Add a channel, order type, fulfillment status or item type',
    'Added a channel, type or status',
    {
      successStatus: 201,
      sample: { body: { list: 'channel', label: 'Newsletter', parent: 'web', values: ['newsletter'] } },
    },
  )
    .input(NewOwnCode)
    .output(Saved),
  /** values that another entry has move to this one; values that are left out keep its parent */
  update: change(
    'PUT /own-codes/{key}',
    'Change a channel, order type, fulfillment status or item type',
    'Changed a channel, type or status',
    { sample: { body: { parent: 'web' } } },
  )
    .input(
      z.object({
        key: Key,
        label: Label.optional(),
        parent: z.string().max(50).optional(),
        values: Values.optional(),
      }),
    )
    .output(Saved),
  /** its orders count as its parent from then on */
  remove: change(
    'DELETE /own-codes/{key}',
    'Remove a channel, order type, fulfillment status or item type',
    'Removed a channel, type or status',
  )
    .input(z.object({ key: Key }))
    .output(Nothing),
}
