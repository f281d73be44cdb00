import { addDays } from '#domain/ranges/local-day.ts'
import type { Sample } from '../../insight/sample.fixture.ts'
import { pick } from '../../insight/sample.fixture.ts'
import type { ConversionShiftInsight } from './conversion-shift.insight.ts'

export const sample: Sample<ConversionShiftInsight> = ({ random, range, counted }) => ({
  conversion: pick(random, ['tasting', 'signup']),
  direction: pick(random, ['up', 'down']),
  comparedWith: { from: addDays(range.from, -364), until: addDays(range.until, -364) },
  figures: [
    ...['hitsAfter', 'guestsAfter', 'hitsBefore', 'guestsBefore'].map((id) => counted(id)),
    ...['rateAfter', 'rateBefore', 'rateLow', 'rateHigh'].map((id) => counted(id, 'share')),
  ],
})
