import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Billing } from '#contract/billing.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useAccount, useAccountStatus, useCulture } from '#web/app/account-data.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import type { DisplayLocale } from './billing-rules.ts'

/** How this user reads dates and amounts of this account. */
export const useDisplayLocale = (): DisplayLocale => ({ culture: useCulture(), timeZone: useAccount()?.timeZone })

/** Fetches anew what the frame knows of the account: menu, pages and banner follow its plan. */
export const useReloadAccount = (): (() => void) => {
  const { queries, queryClient } = useRuntime()
  return () => {
    void queryClient.invalidateQueries({ queryKey: queries.account.key() })
  }
}

/** The account's plan and payments; never older than the page, since both are changed on other pages. */
export const useBilling = () => {
  const { queries } = useRuntime()
  const query = useQuery(queries.billing.get.queryOptions({ staleTime: 0, gcTime: 0 }))
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when it falls behind, not at every render
  useEffect(() => {
    if (isStale) reload()
  }, [isStale])
}

/** Leads to the payment provider's pages. `isLeaving` stays true until the browser is there. */
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
    /** the plan whose page is on its way */
    chosen: checkout.isPending || checkout.isSuccess ? (checkout.variables?.plan ?? null) : null,
    manage: () => portal.mutate(undefined),
    isManaging: portal.isPending || portal.isSuccess,
    isLeaving: [checkout, portal].some(({ isPending, isSuccess }) => isPending || isSuccess),
  }
}

export type Payment = ReturnType<typeof usePayment>
