import { ESTATE_AND_UP } from '#domain/account-type.ts'
import { isPermitted } from '#domain/permission.ts'
import { useAccount } from '#web/app/account-data.ts'
import { useCurrentUser } from '#web/app/current-user.ts'

export interface ReportRights {
  /** run and build reports; calls without it would end the session */
  readonly canRun: boolean
  /** share reports and send them by e-mail */
  readonly canShare: boolean
  /** the plan has a list of shared reports */
  readonly hasSharedList: boolean
}

/** What the user may do with reports in this account. */
export const useReportRights = (): ReportRights => {
  const roles = useCurrentUser()?.roles ?? []
  const accountType = useAccount()?.accountType ?? null
  return {
    canRun: isPermitted(roles, 'reports'),
    canShare: isPermitted(roles, 'sharing'),
    hasSharedList: accountType !== null && ESTATE_AND_UP.includes(accountType),
  }
}
