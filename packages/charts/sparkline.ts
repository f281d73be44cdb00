import type { Box, Chart, Value } from './chart.ts'
import { lineChart } from './line-chart.ts'

export interface SparklineOptions {
  readonly values: readonly Value[]
  readonly box: Box
  readonly previous?: readonly Value[]
  readonly isLastRunning?: boolean
  readonly color?: number
}

/** An inline line without axes. */
export const sparkline = ({ values, box, previous, isLastRunning = false, color = 0 }: SparklineOptions): Chart =>
  lineChart({
    box,
    hasAxes: false,
    isFilled: true,
    writeTick: String,
    data: {
      categories: values.map((_, index) => String(index)),
      isLastRunning,
      series: [
        ...(previous ? [{ name: '', values: previous, color, isComparison: true }] : []),
        { name: '', values, color },
      ],
    },
  })
