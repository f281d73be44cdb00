import type { Chart } from './chart.ts'

const FULL_TURN = Math.PI * 2

/** The slice in whose direction a point lies, from anywhere within the ring's outline. */
const sliceAt = ({ slices }: Chart, x: number, y: number): number | null => {
  const centre = slices[0]
  if (centre === undefined) return null
  const [dx, dy] = [x - centre.x, y - centre.y]
  if (Math.hypot(dx, dy) > Math.min(centre.x, centre.y)) return null
  const angle = (Math.atan2(dx, -dy) + FULL_TURN) % FULL_TURN
  return slices.find(({ from, until }) => angle >= from && angle < until)?.category ?? null
}

/** The category that a point of the chart means, in pixels from the top left; null beside all of them. */
export const categoryAt = (chart: Chart, x: number, y: number): number | null => {
  const band = chart.bands.find(
    (area) => x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height,
  )
  return band?.category ?? sliceAt(chart, x, y)
}
