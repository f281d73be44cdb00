import type { SavedReport } from '#contract/saved-reports.ts'
import { ESTATE_AND_UP } from '#domain/plan.ts'
import { useAccount } from '#web/app/account-data.ts'
import { useIsPermitted } from '#web/app/current-user.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { useChange } from '#web/app/use-change.ts'

/** Mutations of saved reports that apply immediately, each with its toast. Refreshes the lists. */
export const useReportChanges = () => {
  const { api, queries, queryClient } = useRuntime()
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.savedReports.key() })
  const options = { refresh, failed: 'Something went wrong. Check your connection and try again.' }

  const change = useChange(
    ({ report, ...changed }: { report: SavedReport; name?: string; isPublic?: boolean }) =>
      api.savedReports.update({ params: { id: report.id }, body: { ...report, ...changed } }),
    {
      ...options,
      done: (saved, { report }) => {
        if (saved.isPublic === report.isPublic) return 'Report renamed'
        return saved.isPublic ? 'Report shared' : 'Report is now private'
      },
    },
  )
  const restore = useChange((id: string) => api.savedReports.restore({ id }), {
    ...options,
    done: ({ name }) => `${name} restored`,
  })
  const remove = useChange(({ id }: SavedReport) => api.savedReports.remove({ id }), {
    ...options,
    done: (_, { name }) => `${name} moved to the trash for 30 days`,
    undo: ({ id }) => restore.mutate(id),
    detail: 'You’ll find the trash in My Reports.',
  })
  const copy = useChange(({ id }: SavedReport) => api.savedReports.copy({ id }), {
    ...options,
    done: ({ name }) => `${name} saved to My Reports`,
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
