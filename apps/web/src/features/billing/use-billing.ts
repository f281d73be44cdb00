import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Billing } from '#contract/billing.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useAccount, useAccountStatus, useCulture } from '#web/app/account-data.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import type { DisplayLocale } from './billing-rules.ts'

/** The locale for this user and account. */
export const useDisplayLocale = (): DisplayLocale => ({ culture: useCulture(), timeZone: useAccount()?.timeZone })

/** Refetches the account, on whose plan menu, pages and banner depend. */
export const useReloadAccount = (): (() => void) => {
  const { queries, queryClient } = useRuntime()
  return () => {
    void queryClient.invalidateQueries({ queryKey: queries.account.key() })
  }
}

/** The account's plan and payments; not cached, since both change on the provider's pages. */
export const useBilling = () => {
  const { queries } = useRuntime()
  const query = useQuery(queries.billing.get.queryOptions({ gcTime: 0 }))
  useReloadOnPlanChange(query.data)
  return query
}

const useReloadOnPlanChange = (billing: Billing | undefined): void => {
  const plan = useAccount()?.accountType
  const state = useAccountStatus()?.planState
  const reload = useReloadAccount()
  const isStale =
    billing !== undefined &&
    plan !== undefined &&
    state !== undefined &&
    (plan !== billing.plan || state !== billing.state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it becomes stale, not on every render
  useEffect(() => {
    if (isStale) reload()
  }, [isStale])
}

/** Redirects to the payment provider. `isLeaving` stays true until the browser has navigated. */
export const usePayment = () => {
  const { queries } = useRuntime()
  const outcome = {
    onSuccess: ({ url }: { url: string }) => location.assign(url),
    onError: (error: unknown) => void toast.failure(firstMessage(error)),
  }
  const checkout = useMutation(queries.billing.checkout.mutationOptions(outcome))
  const portal = useMutation(queries.billing.portal.mutationOptions(outcome))
  return {
    choose: checkout.mutate,
    /** the plan whose checkout is loading */
    chosen: checkout.isPending || checkout.isSuccess ? (checkout.variables?.plan ?? null) : null,
    manage: () => portal.mutate(undefined),
    isManaging: portal.isPending || portal.isSuccess,
    isLeaving: [checkout, portal].some(({ isPending, isSuccess }) => isPending || isSuccess),
  }
}

export type Payment = ReturnType<typeof usePayment>
