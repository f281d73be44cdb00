import { DARK_COLORS, LIGHT_COLORS } from './palette.ts'

/** Steps of a sequential scale; more could not be distinguished. */
export const HEAT_STEPS = 8

/** Share of the color in the first step, so that a small value differs from zero. */
const LEAST_SHARE = 0.14

/** Color index of values below zero. */
const NEGATIVE = 5

const LIGHT_SURFACE = '#FFFFFF'
const DARK_SURFACE = '#1F2123'

const channelsOf = (hex: string): readonly number[] =>
  [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))

const mixed = (color: string, surface: string, share: number): string => {
  const under = channelsOf(surface)
  const channels = channelsOf(color).map((channel, index) => channel * share + (under[index] ?? 0) * (1 - share))
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}

const scaleOf = (color: string, surface: string): readonly string[] =>
  Array.from({ length: HEAT_STEPS }, (_, step) =>
    mixed(color, surface, LEAST_SHARE + ((1 - LEAST_SHARE) * step) / (HEAT_STEPS - 1)),
  )

export interface HeatColors {
  /** positive values, ascending */
  readonly above: readonly string[]
  /** negative values, ascending by size */
  readonly below: readonly string[]
}

export const LIGHT_HEAT: HeatColors = {
  above: scaleOf(LIGHT_COLORS[0], LIGHT_SURFACE),
  below: scaleOf(LIGHT_COLORS[NEGATIVE], LIGHT_SURFACE),
}

export const DARK_HEAT: HeatColors = {
  above: scaleOf(DARK_COLORS[0], DARK_SURFACE),
  below: scaleOf(DARK_COLORS[NEGATIVE], DARK_SURFACE),
}

const linear = (channel: number): number => {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex).map(linear)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG contrast ratio of two colors, 1 to 21. */
export const contrast = (a: string, b: string): number => {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((one, other) => other - one)
  return (high + 0.05) / (low + 0.05)
}

/** Black or white, whichever has more contrast on the color. */
export const textOn = (color: string): '#000000' | '#ffffff' =>
  contrast(color, '#000000') >= contrast(color, '#ffffff') ? '#000000' : '#ffffff'

/** The color of a step; 0 has none. */
export const heatColor = (step: number, { above, below }: HeatColors): string | null =>
  (step < 0 ? below : above)[Math.abs(step) - 1] ?? null
