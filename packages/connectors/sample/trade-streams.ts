import { SENT, wineLines } from './baskets.ts'
import { pickTeamMember } from './people.ts'
import { OFFICE } from './seasons.ts'
import { regular, type Stream } from './stream.ts'

/** Trade customers buy by the case at half the list price. */
export const wholesale: Stream = {
  share: 0.005,
  season: OFFICE,
  atLeast: [],
  draft: (winery, day) => {
    const { random } = winery
    const lines = Array.from({ length: random.between(1, 3) }, () => ({
      product: day.wines.at(random.next()),
      quantity: 6 * random.between(1, 2),
      discount: 50,
    }))
    return {
      ...regular(winery, OFFICE, { channel: 'wholesale', delivery: 'ship', customer: null, lines }),
      teamMember: pickTeamMember(random),
    }
  },
}

/** Lots for charity auctions, which no channel fits. */
export const donations: Stream = {
  share: 0.003,
  season: OFFICE,
  atLeast: [],
  draft: (winery, day) => {
    const lines = wineLines(winery, day, null, SENT)
    return regular(winery, OFFICE, { channel: 'other', delivery: 'pickup', customer: null, lines })
  },
}
