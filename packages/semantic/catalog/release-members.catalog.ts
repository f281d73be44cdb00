import { dimension, joinedField, recordCount, stored, unlessEmpty } from './build-column.ts'
import { timestampColumns, weekendDimension } from './date-columns.ts'
import type { Field } from './formula.ts'
import { joinedMember, joinedTable, memberColumns, personOfMember, recordKey } from './joined-table.ts'
import type { ReportType } from './report-type.ts'

const ofRelease = (name: string): Field => joinedField('releases', name)

/** The outcome of each member in each release. */
export const releaseMembers: ReportType = {
  reportType: 'ReleaseMembers',
  title: 'Members of club releases',
  table: 'release_members',
  joins: {
    ...joinedMember,
    releases: joinedTable('club_releases', 'release_source_id'),
  },
  dateColumn: 'releaseDate',
  currencyColumn: null,
  channelColumn: null,
  recordKey: ['source_id', 'service_id'],
  recordColumns: [
    'membershipId',
    'customerId',
    'customerName',
    'clubName',
    'releaseId',
    'releaseName',
    'releaseDate',
    'outcome',
  ],
  history: {
    person: personOfMember,
    events: {
      key: recordKey,
      words: { did: 'were part of a release', didNot: 'weren’t part of a release', event: 'release' },
      kinds: [
        {
          columnId: 'outcome',
          comparison: 'Equal',
          value: 'skipped',
          words: { did: 'skipped a release', didNot: 'didn’t skip a release', event: 'skip' },
        },
        {
          columnId: 'outcome',
          comparison: 'Equal',
          value: 'declined',
          words: { did: 'were declined in a release', didNot: 'weren’t declined in a release', event: 'decline' },
        },
        {
          columnId: 'outcome',
          comparison: 'Equal',
          value: 'processed',
          words: { did: 'were charged for a release', didNot: 'weren’t charged for a release', event: 'release' },
        },
      ],
    },
  },
  columns: [
    dimension('releaseId', 'Release ID', { field: stored('release_source_id'), isId: true }),
    dimension('releaseName', 'Release', { field: unlessEmpty(ofRelease('name')) }),
    ...memberColumns,
    dimension('outcome', 'Outcome', {
      type: 'enum',
      description: 'The member’s outcome in the release: processed, skipped, on hold, or declined',
      field: stored('status'),
    }),
    ...timestampColumns({ prefix: 'release', displayName: 'Release date', name: 'released', of: ofRelease }),
    weekendDimension(ofRelease('released_local'), 'Day of the release'),
    recordCount('memberCount', 'Members', 'Members listed in releases, once per release'),
  ],
}
