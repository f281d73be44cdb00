import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Id, Instant, Nothing, RequiredText } from './fields.ts'

/** An address at which spreadsheet programs read a saved report, as it is now. */
export const ReportLink = z.object({
  id: z.string(),
  name: z.string(),
  /** the user for whom it reads the report */
  createdBy: z.string(),
  includesPersonalData: z.boolean(),
  createdDateUtc: Instant,
  /** to the minute; null: nothing has read it */
  lastUsedDateUtc: Instant.nullable(),
})
export type ReportLink = z.infer<typeof ReportLink>

export const ReportLinkInput = z.object({
  /** where or for whom it is, such as `Marketing sheet` */
  name: RequiredText(100),
  /** whether it may read a report that names customers or team members; only for administrators */
  includesPersonalData: z.boolean().default(false),
})
export type ReportLinkInput = z.input<typeof ReportLinkInput>

/** The address is answered once: only a hash of its token is stored. */
const CreatedReportLink = ReportLink.extend({ url: z.url() })

/** Live links of a saved report. */
export const reportLinks = {
  list: endpoint('GET /reports/{id}/links', 'Addresses at which spreadsheets read a report', { access: 'sharing' })
    .input(ById)
    .output(z.array(ReportLink)),
  create: endpoint('POST /reports/{id}/links', 'Create an address at which spreadsheets read a report', {
    access: 'sharing',
    keys: 'personal',
    successStatus: 201,
    inputStructure: 'detailed',
    ignoresKey: 'a stored answer would hold the secret',
    audit: { area: 'reports', label: 'Created a live link' },
    sample: { body: { name: 'Marketing sheet' } },
  })
    .input(z.object({ params: ById, body: ReportLinkInput }))
    .output(CreatedReportLink),
  revoke: endpoint('DELETE /reports/{id}/links/{linkId}', 'Revoke a live link', {
    access: 'sharing',
    worksReadOnly: true,
    audit: { area: 'reports', label: 'Revoked a live link' },
  })
    .input(ById.extend({ linkId: Id }))
    .output(Nothing),
}

/** The call of spreadsheet programs, which can send an address only. */
export const liveReport = {
  read: endpoint('GET /live/{file}', 'A saved report as CSV', { access: 'public', transport: 'raw' }).input(
    z.object({
      /** the token with `.csv` */
      file: z.string().max(100),
    }),
  ),
}
