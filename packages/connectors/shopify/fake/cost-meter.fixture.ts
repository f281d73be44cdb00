/** Points of a shop's bucket, as they fill up by a clock. */
export interface CostMeter {
  /** false: there are too few */
  spend(cost: number): boolean
  status(): { maximumAvailable: number; currentlyAvailable: number; restoreRate: number }
}

export interface MeterOptions {
  readonly size: number
  /** points a second */
  readonly restoreRate: number
  /** epoch milliseconds; the clock by which the caller waits */
  readonly now: () => number
}

export const createCostMeter = ({ size, restoreRate, now }: MeterOptions): CostMeter => {
  let points = size
  let at = now()
  const fill = (): void => {
    const later = now()
    points = Math.min(size, points + ((later - at) / 1000) * restoreRate)
    at = later
  }
  return {
    spend(cost) {
      fill()
      if (cost > points) return false
      points -= cost
      return true
    },
    status() {
      fill()
      return { maximumAvailable: size, currentlyAvailable: Math.floor(points), restoreRate }
    },
  }
}
