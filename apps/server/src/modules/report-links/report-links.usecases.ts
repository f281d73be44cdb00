import type { z } from 'zod'
import { fail, failFields } from '#contract/errors.ts'
import type { ReportLinkInput } from '#contract/report-links.ts'
import { isPermitted } from '#domain/role.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { readSavedReport } from '#server/modules/saved-reports/index.ts'
import { lockGiver } from '#server/modules/users/index.ts'
import { newLinkToken } from '#server/platform/link-token.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import { readLiveQuestion } from './live-report.usecases.ts'
import { countLinks, deleteLink, insertLink, listLinks, type ReportLinkRow } from './report-links.repo.ts'

/** Errors: those of `readSavedReport`. */
export const listReportLinks = async (deps: Deps, caller: Caller, reportId: string): Promise<ReportLinkRow[]> =>
  listLinks(deps.db, await readSavedReport(deps, caller, reportId))

const refusePersonalData = (message: string) =>
  failFields('request.invalid', [{ field: 'includesPersonalData', message }])

const NAMES_PEOPLE = 'This report names customers or team members, so an administrator has to allow personal data.'

interface Creation {
  readonly reportId: string
  readonly input: z.output<typeof ReportLinkInput>
}

/**
 * A new link with its address, which cannot be shown again. Errors: those of `readLiveQuestion`, `request.invalid` for personal data
 * that is not allowed, `request.quota`.
 */
export const createReportLink = async (
  deps: Deps,
  call: CallInfo,
  caller: Caller,
  { reportId, input: { name, includesPersonalData } }: Creation,
): Promise<{ readonly row: ReportLinkRow; readonly url: string }> => {
  if (includesPersonalData && !isPermitted(caller.roles, 'administration'))
    throw refusePersonalData('Only administrators can allow personal data')
  const report = await readSavedReport(deps, caller, reportId)
  const { namesPeople } = await readLiveQuestion(deps, caller, reportId)
  if (namesPeople && !includesPersonalData) throw refusePersonalData(NAMES_PEOPLE)
  const { token, hash } = newLinkToken('report-link', deps.ids)
  const row = await inTransaction(deps.db, async (trx) => {
    await lockGiver(trx, caller, includesPersonalData ? 'administration' : 'sharing')
    await assertRoom(trx, 'reportLinks', report.id, () => countLinks(trx, report))
    return insertLink(trx, {
      id: deps.ids.next(),
      account_id: caller.accountId,
      report_id: report.id,
      user_id: caller.userId,
      name,
      token_hash: hash,
      includes_personal_data: includesPersonalData,
      last_used_at: null,
      created_at: new Date(deps.clock.now()),
    })
  })
  call.note({ link: row.id, name, includesPersonalData })
  return { row, url: `${deps.publicUrl}/api/live/${token}.csv` }
}

/** Ends a link, whoever created it. Errors: those of `readSavedReport`, `report_link.not_found`. */
export const revokeReportLink = async (
  deps: Deps,
  call: CallInfo,
  caller: Caller,
  { id, linkId }: { readonly id: string; readonly linkId: string },
): Promise<void> => {
  const row = await deleteLink(deps.db, await readSavedReport(deps, caller, id), linkId)
  if (!row) throw fail('report_link.not_found')
  call.note({ link: row.id, name: row.name })
}
