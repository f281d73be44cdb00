import type { Sample } from '../../insight/sample.fixture.ts'
import type { MembersAtRiskInsight } from './members-at-risk.insight.ts'

export const sample: Sample<MembersAtRiskInsight> = ({ random, measured, counted }) => ({
  members: [
    {
      membershipId: 'm1',
      club: 'Club 12',
      chance: random(),
      timesUsual: 3,
      reasons: [{ factor: 'noVisit', odds: 2 }],
    },
  ],
  figures: [
    counted('members'),
    counted('expectedCancellations'),
    measured('stake', 'netSales'),
    counted('concordance', 'share'),
  ],
})
