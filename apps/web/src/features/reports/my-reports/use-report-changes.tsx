import { useMutation } from '@tanstack/react-query'
import type { SavedReport } from '#contract/saved-reports.ts'
import { ESTATE_AND_UP } from '#domain/plan.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useAccount } from '#web/app/account-data.ts'
import { useIsPermitted } from '#web/app/current-user.ts'
import { toastWithUndo } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'

/** Mutations of saved reports that apply immediately, each with its toast. Refreshes the lists. */
export const useReportChanges = () => {
  const { api, queries, queryClient } = useRuntime()
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.savedReports.key() })
  const onError = (error: unknown): void => {
    toast.failure(firstMessage(error, 'Something went wrong. Check your connection and try again.'))
    // The cached list may be stale.
    void refresh()
  }

  const change = useMutation({
    mutationFn: ({ report, ...changed }: { report: SavedReport; name?: string; isPublic?: boolean }) =>
      api.savedReports.update({ params: { id: report.id }, body: { ...report, ...changed } }),
    onSuccess: (saved, { report }) => {
      if (saved.isPublic !== report.isPublic) toast.success(saved.isPublic ? 'Report shared' : 'Report is now private')
      else toast.success('Report renamed')
      return refresh()
    },
    onError,
  })
  const restore = useMutation({
    mutationFn: (id: string) => api.savedReports.restore({ id }),
    onSuccess: ({ name }) => {
      toast.success(`${name} restored`)
      return refresh()
    },
    onError,
  })
  const remove = useMutation({
    mutationFn: ({ id }: SavedReport) => api.savedReports.remove({ id }),
    onSuccess: (_, { id, name }) => {
      toastWithUndo(
        `${name} moved to the trash for 30 days`,
        () => restore.mutate(id),
        'You’ll find the trash in My Reports.',
      )
      return refresh()
    },
    onError,
  })
  const copy = useMutation({
    mutationFn: ({ id }: SavedReport) => api.savedReports.copy({ id }),
    onSuccess: ({ name }) => {
      toast.success(`${name} saved to My Reports`)
      return refresh()
    },
    onError,
  })
  return { change, restore, remove, copy }
}

export type ReportChanges = ReturnType<typeof useReportChanges>

export interface ReportRights {
  /** run and build reports; requests without it would end the session */
  readonly canRun: boolean
  /** share reports and send them by email */
  readonly canShare: boolean
  /** the plan includes shared reports */
  readonly hasSharedList: boolean
}

/** The user's permissions for reports in this account. */
export const useReportRights = (): ReportRights => {
  const canRun = useIsPermitted('reports')
  const canShare = useIsPermitted('sharing')
  const accountType = useAccount()?.accountType ?? null
  return {
    canRun,
    canShare,
    hasSharedList: accountType !== null && ESTATE_AND_UP.includes(accountType),
  }
}
