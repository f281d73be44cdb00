import { fail } from '#contract/errors.ts'
import { isPermitted } from '#domain/role.ts'
import { isPersonalQuery } from '#semantic/personal-data.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { findDefinition, rejectInvalidQueries, reportFile, reportQuestion } from '#server/modules/reports/index.ts'
import { type AbsentCaller, findAbsentCaller } from '#server/modules/users/index.ts'
import { linkTokenHash } from '#server/platform/link-token.ts'
import { assertWithinLimit, clientNetwork } from '#server/platform/rate-limit.ts'
import { findLink, markUsed, type ReportLinkRow } from './report-links.repo.ts'

/**
 * A saved report as its own view shows it to a reader. `namesPeople`: or lists records of single people. Errors: those of
 * `findDefinition`, `report.invalid`.
 */
export const readLiveQuestion = (deps: Deps, reader: Caller, id: string) =>
  rejectInvalidQueries(async () => {
    const definition = await findDefinition(deps, reader, { id })
    const question = await reportQuestion(deps, { reader, title: definition.name, definition })
    return { question, namesPeople: isPersonalQuery(question.report.query) }
  })

interface OpenedLink {
  readonly link: ReportLinkRow
  /** who created the link */
  readonly maker: AbsentCaller
}

const findOpened = async ({ db, clock }: Deps, hash: string): Promise<OpenedLink | null> => {
  const link = await findLink(db, hash)
  if (!link) return null
  const maker = await findAbsentCaller(db, { accountId: link.account_id, userId: link.user_id }, clock.now())
  const needed = link.includes_personal_data ? 'administration' : 'sharing'
  return maker && isPermitted(maker.roles, needed) ? { link, maker } : null
}

const EXTENSION = /\.csv$/

/** Errors: `report_link.not_found`; `request.too_many` after many requests of one link, or many wrong tokens from one network. */
const openReportLink = async (deps: Deps, { ip }: Pick<CallInfo, 'ip'>, file: string): Promise<OpenedLink> => {
  const hash = EXTENSION.test(file) ? linkTokenHash('report-link', file.replace(EXTENSION, '')) : null
  const opened = hash === null ? null : await findOpened(deps, hash)
  if (opened === null) {
    await assertWithinLimit(deps, 'linkGuess', clientNetwork(ip))
    throw fail('report_link.not_found')
  }
  await assertWithinLimit(deps, 'reportLink', opened.link.id)
  return opened
}

/**
 * The report of a link as CSV, complete before its first byte. Not found once the link was revoked, or its creator was removed, may no
 * longer share or can't read the report; nor when the report names people by now, and the link doesn't include personal data.
 *
 * @throws Failure `report_link.not_found`, `report.not_found`, `account.not_in_plan`, `report.invalid`, `request.too_many`
 */
export const readLiveReport = async (deps: Deps, call: CallInfo, file: string) => {
  const { link, maker } = await openReportLink(deps, call, file)
  const { question, namesPeople } = await readLiveQuestion(deps, maker, link.report_id)
  if (namesPeople && !link.includes_personal_data) throw fail('report_link.not_found')
  await markUsed(deps.db, link, deps.clock.now())
  const guarded = { ...question, settings: { ...question.settings, refusesPersonalData: true } } as const
  const allowed = link.includes_personal_data ? question : guarded
  return reportFile(deps, allowed, { format: 'csv', totals: false, details: false }, call.signal)
}
