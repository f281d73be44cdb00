import { BOUTIQUE_AND_UP } from '#domain/plan.ts'
import { MILESTONES } from '#semantic/catalog/months-since.ts'
import {
  CUSTOMER_NAME,
  type DefinitionOptions,
  defineReport,
  RELEASE_NAME,
  RELEASES_OF_NAME,
  rankBy,
  SALES_OF_ORDERS,
} from '../kit/built-in-report.ts'
import { THIS_YEAR_AND_THREE_BEFORE } from '../kit/own-range.ts'

const MEDIAN_TENURE = { columnId: 'tenureDays', displayName: 'Median tenure (days)', format: 'days' } as const

export const activeClubs = defineReport('clubs', 'active-clubs', 'Active Clubs', {
  description: 'Members of each club today, how many are on hold, and how long they have been members',
  reportType: 'Memberships',
  columns: ['clubName', 'activeMembers', 'onHold', MEDIAN_TENURE],
  groupColumns: ['clubName'],
  filters: [{ columnId: 'standing', comparison: 'NotEqual', value: 'cancelled' }],
  orderColumns: [{ columnId: 'activeMembers', direction: 'desc' }],
  relativeDateFilter: { relativeRange: 'None', columnName: 'SignupDate' },
  chart: { kind: 'bar', x: 'clubName', series: ['activeMembers', 'onHold'] },
})

export const topClubs = defineReport('clubs', 'top-clubs', 'Top Clubs', {
  description: 'What each club’s orders bring in, and how many customers placed them',
  reportType: 'Orders',
  columns: ['clubName', ...SALES_OF_ORDERS, { columnId: 'customerCount', displayName: 'Customers who ordered' }],
  ...rankBy('clubName', 'netSales'),
  filters: [{ columnId: 'clubName', comparison: 'IsNotNull' }],
  relativeDateFilter: { relativeRange: 'Last365Days', columnName: 'OrderDate' },
})

export const clubCancellations = defineReport('clubs', 'cancellations', 'Cancellations', {
  title: 'Club Cancellations',
  description: 'How many members left each month, why, and as a share of members at the start of the month',
  reportType: 'Memberships',
  columns: [
    { columnId: 'cancelledMonth', displayName: 'Month' },
    'cancellationReason',
    'cancellations',
    'attritionRate',
  ],
  groupColumns: ['cancelledMonth', 'cancellationReason'],
  relativeDateFilter: { relativeRange: 'Last365Days', columnName: 'CancelledDate' },
  chart: { kind: 'stackedBar', x: 'cancelledMonth', series: ['cancellations', 'cancellationReason'] },
})

export const clubCancellationList = defineReport('clubs', 'cancellation-list', 'Cancellation List', {
  title: 'Club Cancellation List',
  menuQuery: { relativeDate: 'CancelledDate-Last30Days' },
  description: 'Members who left, most recent first, with their reason and length of membership',
  reportType: 'Memberships',
  columns: [
    'membershipId',
    'customerId',
    CUSTOMER_NAME,
    'clubName',
    'signupDate',
    'cancelledDate',
    'cancellationReason',
    'tenureDays',
  ],
  hidden: ['membershipId', 'customerId'],
  orderColumns: [{ columnId: 'cancelledDate', direction: 'desc' }],
  relativeDateFilter: { relativeRange: 'Last30Days', columnName: 'CancelledDate' },
})

export const clubHolds = defineReport('clubs', 'holds', 'Holds', {
  title: 'Club Holds',
  accountTypes: BOUTIQUE_AND_UP,
  description: 'Members on hold today by club and reason, and the average length of their holds',
  reportType: 'MembershipHolds',
  columns: [
    { columnId: 'clubName', hyperlink: '/reports/clubs/hold-list?f.clubName=Equal:{clubName}' },
    'holdReason',
    'holdCount',
    'holdDays',
  ],
  groupColumns: ['clubName', 'holdReason'],
  filters: [{ columnId: 'isCurrent', comparison: 'IsTrue' }],
  orderColumns: [
    { columnId: 'clubName', direction: 'asc' },
    { columnId: 'holdCount', direction: 'desc' },
  ],
  relativeDateFilter: { relativeRange: 'None', columnName: 'HoldStart' },
  chart: { kind: 'stackedBar', x: 'clubName', series: ['holdCount', 'holdReason'] },
})

export const clubHoldList = defineReport('clubs', 'hold-list', 'Hold List', {
  title: 'Club Hold List',
  accountTypes: BOUTIQUE_AND_UP,
  description: 'Every hold, most recent first, with its reason and length; open holds have no end date',
  reportType: 'MembershipHolds',
  columns: [
    'membershipId',
    'customerId',
    CUSTOMER_NAME,
    'clubName',
    'holdStart',
    'holdEnd',
    'holdReason',
    'isCurrent',
    'holdDays',
    'holdId',
  ],
  // The hold's ID distinguishes holds of one membership.
  hidden: ['membershipId', 'customerId', 'holdId'],
  orderColumns: [{ columnId: 'holdStart', direction: 'desc' }],
  relativeDateFilter: { relativeRange: 'None', columnName: 'HoldStart' },
})

const RELEASE_FIGURES = [
  'membersEligible',
  'processed',
  'skipped',
  'onHold',
  'declined',
  'orderCount',
  'bottles',
  'gross',
  'discount',
  'netSales',
  'averageOrder',
  'shipCount',
  'pickupCount',
  'unfulfilled',
  'cancellations',
]

/** As shown: sales first. */
const SHOWN_FIGURES = [
  ...['netSales', 'gross', 'discount', 'averageOrder', 'orderCount', 'bottles', 'membersEligible', 'processed'],
  ...['skipped', 'onHold', 'declined', 'shipCount', 'pickupCount', 'unfulfilled', 'cancellations'],
]

const LATEST_RELEASES = {
  reportType: 'ClubReleases',
  orderColumns: [
    { columnId: 'releaseDate', direction: 'desc' },
    { columnId: 'releaseName', direction: 'asc' },
  ],
  relativeDateFilter: { relativeRange: 'Last365Days', columnName: 'ReleaseDate' },
} satisfies Partial<DefinitionOptions>

export const clubReleases = defineReport('clubs', 'releases', 'Releases', {
  title: 'Club Releases',
  accountTypes: BOUTIQUE_AND_UP,
  description:
    'Each release of each club, most recent first: who was charged, what shipped, and what is still unfulfilled',
  ...LATEST_RELEASES,
  columns: ['releaseId', RELEASE_NAME, 'clubName', 'releaseDate', ...RELEASE_FIGURES],
  shown: ['releaseName', 'clubName', 'releaseDate', ...SHOWN_FIGURES],
})

export const releaseSummary = defineReport('clubs', 'release-summary', 'Release Summary', {
  accountTypes: BOUTIQUE_AND_UP,
  description:
    'How each release went: members charged, skipped, on hold, and declined, its bottles and sales, and what is still unfulfilled',
  ...LATEST_RELEASES,
  columns: [
    RELEASES_OF_NAME,
    { columnId: 'releaseDate', displayName: 'Released', aggregation: 'Max', total: false },
    ...RELEASE_FIGURES,
  ],
  shown: ['releaseName', 'releaseDate', ...SHOWN_FIGURES],
  groupColumns: ['releaseName'],
  chart: { kind: 'stackedBar', x: 'releaseName', series: ['processed', 'skipped', 'onHold', 'declined'] },
})

export const memberTenure = defineReport('clubs', 'tenure', 'Tenure', {
  title: 'Member Tenure',
  description:
    'How long until half of a club’s members have left, with the range that is 95% sure. Active members count for the time so far; the estimate leaves out those who joined before your first order on record, because those who left by then may be missing',
  reportType: 'Memberships',
  columns: [
    'clubName',
    { columnId: 'memberCount', displayName: 'Joined' },
    'activeMembers',
    { columnId: 'tenureEstimate', displayName: 'Half leave within (days)', format: 'days' },
    { columnId: 'tenureEstimateLow', displayName: 'At least', format: 'days' },
    { columnId: 'tenureEstimateHigh', displayName: 'At most', format: 'days' },
  ],
  ...rankBy('clubName', 'tenureEstimate'),
  chart: { kind: 'bar', title: 'How long until half the members leave', x: 'clubName', series: ['tenureEstimate'] },
  relativeDateFilter: { relativeRange: 'None', columnName: 'SignupDate' },
})

export const memberRetention = defineReport('clubs', 'retention', 'Retention', {
  title: 'Member Retention',
  description:
    'Of the members of each club who joined at least so many months ago, how many stayed that long. Later months rest on fewer members',
  reportType: 'MembershipMonths',
  // months together say nothing
  columns: [
    'monthsSinceSignup',
    'clubName',
    { columnId: 'memberRetention', displayName: 'Still members', total: false },
    { columnId: 'cohortSize', total: false },
  ],
  groupColumns: ['monthsSinceSignup', 'clubName'],
  pivot: { columns: ['clubName'], rowTotals: false },
  filters: [{ columnId: 'monthsSinceSignup', comparison: 'LessThanOrEqual', value: 36 }],
  orderColumns: [{ columnId: 'monthsSinceSignup', direction: 'asc' }],
  relativeDateFilter: { relativeRange: 'None', columnName: 'SignupDate' },
  chart: {
    kind: 'line',
    title: 'Members who stayed',
    x: 'monthsSinceSignup',
    series: ['memberRetention', 'clubName'],
  },
  ownRange: THIS_YEAR_AND_THREE_BEFORE,
})

export const clubCohorts = defineReport('clubs', 'cohorts', 'Cohorts', {
  title: 'Club Cohorts',
  description: 'Of those who joined, how many were still members months later, and what they had bought by then',
  reportType: 'MembershipMonths',
  columns: [
    'signupQuarter',
    'monthsSinceSignup',
    { columnId: 'memberRetention', displayName: 'Still members' },
    'membersRetained',
    { columnId: 'salesPerMember', displayName: 'Sales per member' },
    'cohortSize',
  ],
  // The chart has the rates.
  shown: ['signupQuarter', 'monthsSinceSignup', 'salesPerMember'],
  groupColumns: ['signupQuarter', 'monthsSinceSignup'],
  groupChoices: ['signupQuarter', 'clubName', 'acquisitionChannel', 'teamMember'],
  pivot: { columns: ['monthsSinceSignup'], rowTotals: false },
  dimensionFilters: [{ columnId: 'monthsSinceSignup', values: [...MILESTONES] }],
  orderColumns: [{ columnId: 'signupQuarter', direction: 'desc' }],
  relativeDateFilter: { relativeRange: 'None', columnName: 'SignupDate' },
  chart: {
    kind: 'heatmap',
    title: 'Members who stayed',
    x: 'monthsSinceSignup',
    series: ['signupQuarter', 'memberRetention'],
    size: 'cohortSize',
  },
  ownRange: THIS_YEAR_AND_THREE_BEFORE,
})
