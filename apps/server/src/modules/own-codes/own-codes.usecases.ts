import { z } from 'zod'
import { assertFound, fail, failFields } from '#contract/errors.ts'
import {
  type CodeList,
  isSameValue,
  isStandardCode,
  isStandardLabel,
  MAX_CODE_VALUES,
  MAX_OWN_CODES,
  type OwnCode,
} from '#domain/own-codes.ts'
import type { StoredOwnCodes } from '#server/db/column-types.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { defineJob, handleJob } from '#server/jobs/job.ts'
import { lockAccount, readCodeRules, toCodeRules, updateAccount } from '#server/modules/accounts/index.ts'

/** Applies the account's current codes to its rows, also after a crash between saving and applying them. */
const adoptCodeRulesJob = defineJob({
  name: 'adopt-code-rules',
  schema: z.object({ accountId: z.number().int() }),
  retries: 5,
})

export const adoptCodeRulesHandler = handleJob(adoptCodeRulesJob, async ({ db, warehouse }: Deps, { accountId }) => {
  await warehouse.changeCodeRules(accountId, await readCodeRules(db, accountId))
})

export type NewOwnCode = Pick<OwnCode, 'list' | 'label' | 'parent' | 'values'>
export type OwnCodeChange = Partial<Pick<OwnCode, 'label' | 'parent' | 'values'>>

const MAX_FORMER_LABELS = 20

const fold = (text: string): string => text.toLowerCase()
const hasValue = (values: readonly string[], value: string): boolean => values.some((one) => isSameValue(one, value))

const invalid = (field: string, message: string) => failFields('request.invalid', [{ field, message }])

const assertLabel = ({ list, label }: Pick<OwnCode, 'list' | 'label'>, others: readonly OwnCode[]): void => {
  if (isStandardLabel(list, label)) throw invalid('label', `${label} is one of the standard names`)
  if (others.some((one) => one.list === list && isSameValue(one.label, label)))
    throw invalid('label', `There is already an entry called ${label}`)
}

const assertParent = (list: CodeList, parent: string): void => {
  if (!isStandardCode(list, parent)) throw invalid('parent', 'Choose one of the standard values')
}

/** Values that differ in more than their case. */
const distinct = (values: readonly string[]): string[] => [
  ...new Map(values.map((value) => [fold(value), value])).values(),
]

/** The other codes and fallbacks without the values of this one: a value belongs to one code of its list. */
const withoutValues = ({ codes, fallbacks }: StoredOwnCodes, { list, values, key }: OwnCode) => ({
  codes: codes.map((one) =>
    one.list === list && one.key !== key
      ? { ...one, values: one.values.filter((value) => !hasValue(values, value)) }
      : one,
  ),
  fallbacks: fallbacks.filter((one) => one.list !== list || !hasValue(values, one.value)),
})

const fallbacksOf = ({ list, parent }: OwnCode, values: readonly string[]): StoredOwnCodes['fallbacks'] =>
  values.map((value) => ({ list, value, parent }))

interface Change {
  readonly stored: Omit<StoredOwnCodes, 'version'>
  readonly code: OwnCode
}

/** Saves the change and applies it to the rows before resolving; if the server stops first, the job applies it. */
const change = async (
  { db, warehouse, jobs }: Deps,
  accountId: number,
  apply: (before: StoredOwnCodes) => Change,
): Promise<OwnCode> => {
  const { code, stored } = await inTransaction(db, async (trx: Db) => {
    const account = assertFound(await lockAccount(trx, accountId), 'account.not_found')
    const { code, stored } = apply(account.own_codes)
    const next: StoredOwnCodes = { ...stored, version: account.own_codes.version + 1 }
    await updateAccount(trx, accountId, { own_codes: JSON.stringify(next) })
    await jobs.send(trx, adoptCodeRulesJob, { accountId })
    return { code, stored: next }
  })
  await warehouse.changeCodeRules(accountId, toCodeRules(stored))
  return code
}

/** Errors: `request.invalid` naming `label` or `parent`; `request.quota`. */
export const addOwnCode = (deps: Deps, accountId: number, given: NewOwnCode): Promise<OwnCode> =>
  change(deps, accountId, (before) => {
    if (before.codes.length >= MAX_OWN_CODES) {
      const message = `An account can have up to ${MAX_OWN_CODES} channels, types, and statuses of its own. Remove one to make room.`
      throw fail('request.quota', { values: { message } })
    }
    assertLabel(given, before.codes)
    assertParent(given.list, given.parent)
    const { list, label, parent } = given
    const values = distinct(given.values)
    const code: OwnCode = { key: `own${before.version + 1}`, list, label, formerLabels: [], parent, values }
    const { codes, fallbacks } = withoutValues(before, code)
    return { code, stored: { codes: [...codes, code], fallbacks } }
  })

const requireOwnCode = ({ codes }: StoredOwnCodes, key: string): OwnCode =>
  assertFound(
    codes.find((one) => one.key === key),
    'own_code.not_found',
  )

const renamed = ({ label, formerLabels }: OwnCode, next: string): Pick<OwnCode, 'label' | 'formerLabels'> => {
  if (label === next) return { label, formerLabels }
  const former = [label, ...formerLabels].filter((one) => !isSameValue(one, next))
  return { label: next, formerLabels: former.slice(0, MAX_FORMER_LABELS) }
}

/** Errors: `own_code.not_found`; `request.invalid` naming `label` or `parent`. */
export const changeOwnCode = (
  deps: Deps,
  accountId: number,
  { key, label, parent, values }: OwnCodeChange & { readonly key: string },
): Promise<OwnCode> =>
  change(deps, accountId, (before) => {
    const was = requireOwnCode(before, key)
    const next = label ?? was.label
    assertLabel(
      { list: was.list, label: next },
      before.codes.filter((one) => one !== was),
    )
    assertParent(was.list, parent ?? was.parent)
    const code: OwnCode = {
      ...was,
      ...renamed(was, next),
      parent: parent ?? was.parent,
      values: distinct(values ?? was.values).slice(0, MAX_CODE_VALUES),
    }
    const { codes, fallbacks } = withoutValues(before, code)
    const released = was.values.filter((value) => !hasValue(code.values, value))
    return {
      code,
      stored: {
        codes: codes.map((one) => (one.key === key ? code : one)),
        fallbacks: [...fallbacks, ...fallbacksOf(code, released)],
      },
    }
  })

/** Its values keep its parent. Errors: `own_code.not_found`. */
export const removeOwnCode = (deps: Deps, accountId: number, key: string): Promise<OwnCode> =>
  change(deps, accountId, (before) => {
    const code = requireOwnCode(before, key)
    return {
      code,
      stored: {
        codes: before.codes.filter((one) => one !== code),
        fallbacks: [...before.fallbacks, ...fallbacksOf(code, code.values)],
      },
    }
  })
