import type { Insight } from '../insight/insight.ts'
import { tellConversionShift, tellDriver } from './tell-changes.ts'
import { tellAnomaly, tellDataProblem, tellPriceChange, tellStoppedSelling } from './tell-events.ts'
import { tellForecast, tellGoalPace, tellReleaseOutlook, tellStockRunway } from './tell-outlooks.ts'
import { tellLapsing, tellMembersAtRisk } from './tell-people.ts'
import type { Told } from './told.ts'

/** An insight in plain words, every number a place that names its figure. */
export const tellInsight = (insight: Insight): Told => {
  switch (insight.kind) {
    case 'anomaly':
      return tellAnomaly(insight)
    case 'driver':
      return tellDriver(insight)
    case 'priceChange':
      return tellPriceChange(insight)
    case 'stoppedSelling':
      return tellStoppedSelling(insight)
    case 'dataProblem':
      return tellDataProblem(insight)
    case 'membersAtRisk':
      return tellMembersAtRisk(insight)
    case 'lapsingCustomers':
      return tellLapsing(insight)
    case 'releaseOutlook':
      return tellReleaseOutlook(insight)
    case 'stockRunway':
      return tellStockRunway(insight)
    case 'conversionShift':
      return tellConversionShift(insight)
    case 'goalPace':
      return tellGoalPace(insight)
    case 'forecast':
      return tellForecast(insight)
  }
}
