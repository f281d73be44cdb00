/** Points of a shop's bucket, refilled by a clock. */
export interface CostMeter {
  /** false: not enough points */
  spend(cost: number): boolean
  status(): { maximumAvailable: number; currentlyAvailable: number; restoreRate: number }
}

export interface MeterOptions {
  readonly size: number
  /** points per second */
  readonly restoreRate: number
  /** epoch milliseconds of the clock that the caller waits on */
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
