import type { WidgetEntry } from '#contract/dashboards.ts'

export interface NewEntryOptions {
  readonly type: string
  readonly size: { readonly w: number; readonly h: number }
  readonly props: Readonly<Record<string, unknown>>
  /** widgets on the dashboard already */
  readonly count: number
  /** epoch milliseconds */
  readonly now: number
  /** 0 (in) to 1 (out) */
  readonly random: number
}

/** A widget at the left edge and below the others; the grid then moves it up as far as it goes. */
export const newEntry = ({ type, size, props, count, now, random }: NewEntryOptions): WidgetEntry => ({
  id: `${type}-${now}-${Math.floor(random * 36 ** 6).toString(36)}`,
  type,
  x: 0,
  y: count * 2,
  w: size.w,
  h: size.h,
  props: { ...props },
})
