import { countAll, dimension, flag, id, texts } from '../columns.ts'
import type { Context, NaiveRecord, NaiveReportType } from '../report-type.ts'
import { isWeekend, momentColumns, momentValues } from '../time-parts.ts'
import { orNull } from '../value.ts'
import { momentOf } from '../wall-clock.ts'
import type { Placed } from '../winery.ts'

const recordOf =
  ({ books, settings }: Context) =>
  (listed: Placed<'release_members'>): NaiveRecord => {
    const { service, source_id, release_source_id, membership_source_id } = listed
    const release = books
      .rowsOf('club_releases')
      .find((one) => one.service === service && one.source_id === release_source_id)
    const member = books.memberships.find(
      (one) => one.service === service && one.given.source_id === membership_source_id,
    )
    const released = release ? momentOf(release.released, release.time_basis, settings.timeZone) : null
    return {
      values: {
        releaseId: release_source_id,
        releaseName: orNull(release?.name),
        membershipId: membership_source_id,
        customerId: orNull(member?.given.customer_source_id),
        customerName: orNull(member?.given.customer_name),
        clubName: orNull(member?.given.club_name),
        outcome: orNull(listed.status),
        ...momentValues('release', released, settings),
        isWeekend: isWeekend(released?.day ?? null),
        memberCount: 1,
      },
      days: { releaseDate: released?.day ?? null },
      facts: {},
      service,
      key: [source_id, service],
    }
  }

export const releaseMembers: NaiveReportType = {
  name: 'ReleaseMembers',
  dateColumn: 'releaseDate',
  columns: {
    releaseId: id,
    membershipId: id,
    customerId: id,
    ...texts('releaseName', 'customerName', 'clubName'),
    outcome: dimension('text'),
    ...momentColumns('release'),
    isWeekend: flag,
    memberCount: countAll,
  },
  records: (context) => context.books.rowsOf('release_members').map(recordOf(context)),
}
