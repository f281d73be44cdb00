import type { Sample } from '../../insight/sample.fixture.ts'
import type { ReleaseOutlookInsight } from './release-outlook.insight.ts'

export const sample: Sample<ReleaseOutlookInsight> = ({ forecast, counted }) => ({
  figures: [
    ...['expected', 'low', 'high'].map(forecast),
    ...['members', 'processed', 'releases'].map((id) => counted(id)),
  ],
})
