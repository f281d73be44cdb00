import { useQuery } from '@tanstack/react-query'
import type { OwnCode } from '#contract/own-codes.ts'
import { type CodeList, isSameValue } from '#domain/own-codes.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { useOwnCodeChanges } from './use-own-code-changes.ts'

export interface OwnCodesOfList {
  readonly list: CodeList | null
  readonly codes: readonly OwnCode[]
  readonly isBusy: boolean
  /** the code that a written value becomes; null: a standard one */
  readonly find: (value: string) => OwnCode | null
  readonly assign: (value: string, key: string) => void
  readonly release: (value: string, code: OwnCode) => void
}

const onError = (error: Error): void => {
  toast.failure(firstMessage(error, 'Something went wrong. Please try again.'))
}

/** The account's own codes of a list, and changes of which values they have. Without a list there are none. */
export const useOwnCodes = (list: CodeList | null): OwnCodesOfList => {
  const { queries } = useRuntime()
  const { data } = useQuery(queries.ownCodes.list.queryOptions({ enabled: list !== null }))
  const { update } = useOwnCodeChanges()
  const codes = (data?.codes ?? []).filter((code) => code.list === list)
  return {
    list,
    codes,
    isBusy: update.isPending,
    find: (value) => codes.find(({ values }) => values.some((one) => isSameValue(one, value))) ?? null,
    assign: (value, key) => {
      const code = codes.find((one) => one.key === key)
      if (code) update.mutate({ key, values: [...code.values, value] }, { onError })
    },
    release: (value, { key, values }) =>
      update.mutate({ key, values: values.filter((one) => !isSameValue(one, value)) }, { onError }),
  }
}
