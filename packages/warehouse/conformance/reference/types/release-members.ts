import { RELEASE_MEMBER_STATUSES } from '#domain/commerce.ts'
import { coded, countAll, flag, id, texts } from '../columns.ts'
import type { Context, ReferenceRecord, ReferenceReportType } from '../report-type.ts'
import { isWeekend, timestampColumns, timestampValues } from '../time-parts.ts'
import { orNull } from '../value.ts'
import { toTimestamp } from '../wall-clock.ts'
import type { Placed } from '../winery.ts'

const toRecord =
  ({ books, settings }: Context) =>
  (listed: Placed<'release_members'>): ReferenceRecord => {
    const { service, source_id, release_source_id, membership_source_id } = listed
    const release = books
      .tableRows('club_releases')
      .find((one) => one.service === service && one.source_id === release_source_id)
    const member = books.memberships.find(
      (one) => one.service === service && one.given.source_id === membership_source_id,
    )
    const released = release ? toTimestamp(release.released, release.time_basis, settings.timeZone) : null
    return {
      values: {
        releaseId: release_source_id,
        releaseName: orNull(release?.name),
        membershipId: membership_source_id,
        customerId: books.findPerson(service, member?.given.customer_source_id ?? null)?.id ?? null,
        customerName: orNull(member?.given.customer_name),
        clubName: orNull(member?.given.club_name),
        clubId: orNull(member?.given.club_source_id),
        outcome: orNull(listed.status),
        ...timestampValues('release', released, settings),
        isWeekend: isWeekend(released?.day ?? null),
        memberCount: 1,
      },
      days: { releaseDate: released?.day ?? null },
      facts: { customer: books.personKey(service, member?.given.customer_source_id ?? null) },
      service,
      key: [source_id, service],
    }
  }

export const releaseMembers: ReferenceReportType = {
  name: 'ReleaseMembers',
  dateColumn: 'releaseDate',
  columns: {
    releaseId: id,
    membershipId: id,
    customerId: id,
    clubId: id,
    ...texts('releaseName', 'customerName', 'clubName'),
    outcome: coded(RELEASE_MEMBER_STATUSES),
    ...timestampColumns('release'),
    isWeekend: flag,
    memberCount: countAll,
  },
  records: (context) => context.books.tableRows('release_members').map(toRecord(context)),
}
