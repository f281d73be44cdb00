import type { CodeLists } from '#contract/own-codes.ts'
import { findOwnCode, type OwnCode } from '#domain/own-codes.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { addOwnCode, changeOwnCode, removeOwnCode } from './own-codes.usecases.ts'
import { readWrittenValues, type WrittenValues } from './written-values.ts'

const MAX_OTHERS = 300

const presentCode = ({ key, list, label, parent, values }: OwnCode) => ({
  key,
  list,
  label,
  parent,
  values: [...values],
})

/** Values that differ only in their case are one; the most frequent spelling names them. */
const foldCase = (values: WrittenValues): WrittenValues => {
  const bySpelling = Map.groupBy(values, ({ list, code, value }) => JSON.stringify([list, code, value.toLowerCase()]))
  return [...bySpelling.values()]
    .flatMap(([first, ...same]) =>
      first ? [{ ...first, orders: same.reduce((sum, { orders }) => sum + orders, first.orders) }] : [],
    )
    .toSorted((a, b) => b.orders - a.orders)
}

const presentLists = (codes: readonly OwnCode[], written: WrittenValues): CodeLists => {
  const orders = new Map<string, number>()
  const others = written.filter((one) => {
    const own = findOwnCode(codes, one.list, one.value)
    if (own !== null) orders.set(own.key, (orders.get(own.key) ?? 0) + one.orders)
    return own === null
  })
  return {
    codes: codes.map((code) => ({ ...presentCode(code), orders: orders.get(code.key) ?? 0 })),
    others: foldCase(others).slice(0, MAX_OTHERS),
  }
}

const { ownCodes } = signedIn

export const ownCodesRoutes: RoutesOf<'ownCodes'> = {
  list: ownCodes.list.handler(async ({ context: { deps, caller, call } }) =>
    presentLists(caller.account.ownCodes, await readWrittenValues(deps, caller, call.signal)),
  ),
  create: ownCodes.create.handler(async ({ input, context: { deps, caller, call } }) => {
    const code = await addOwnCode(deps, caller.accountId, input)
    call.note({ entry: code.label })
    return presentCode(code)
  }),
  update: ownCodes.update.handler(async ({ input, context: { deps, caller, call } }) => {
    const { key, label, parent, values } = input
    const code = await changeOwnCode(deps, caller.accountId, {
      key,
      ...(label === undefined ? {} : { label }),
      ...(parent === undefined ? {} : { parent }),
      ...(values === undefined ? {} : { values }),
    })
    call.note({ entry: code.label })
    return presentCode(code)
  }),
  remove: ownCodes.remove.handler(async ({ input, context: { deps, caller, call } }) => {
    const code = await removeOwnCode(deps, caller.accountId, input.key)
    call.note({ entry: code.label })
  }),
}
