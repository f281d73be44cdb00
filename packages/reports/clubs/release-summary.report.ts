import { BOUTIQUE_AND_UP } from '#domain/plan.ts'
import { defineReport } from '../kit/built-in-report.ts'

export const releaseSummary = defineReport({
  group: 'clubs',
  slug: 'release-summary',
  menuName: 'Release Summary',
  accountTypes: BOUTIQUE_AND_UP,
  description:
    'How each release went: members charged, skipped, on hold, and declined, its bottles and sales, and what is still unfulfilled',
  definition: {
    reportType: 'ClubReleases',
    columns: [
      {
        columnId: 'releaseName',
        hyperlink: '/reports/orders/list?f.releaseName=Equal:{releaseName}&relativeDate=OrderDate-None',
      },
      { columnId: 'releaseDate', displayName: 'Released', aggregation: 'Max', total: false },
      { columnId: 'membersEligible' },
      { columnId: 'processed' },
      { columnId: 'skipped' },
      { columnId: 'onHold' },
      { columnId: 'declined' },
      { columnId: 'orderCount' },
      { columnId: 'bottles' },
      { columnId: 'gross' },
      { columnId: 'discount' },
      { columnId: 'netSales' },
      { columnId: 'averageOrder' },
      { columnId: 'shipCount' },
      { columnId: 'pickupCount' },
      { columnId: 'unfulfilled' },
      { columnId: 'cancellations' },
    ],
    groupColumns: ['releaseName'],
    orderColumns: [
      { columnId: 'releaseDate', direction: 'desc' },
      { columnId: 'releaseName', direction: 'asc' },
    ],
    relativeDateFilter: { relativeRange: 'Last365Days', columnName: 'ReleaseDate' },
    chart: { kind: 'stackedBar', x: 'releaseName', series: ['processed', 'skipped', 'onHold', 'declined'] },
  },
})
