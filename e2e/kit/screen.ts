import type { Page } from '@playwright/test'

/** Whose eyes see the screen: nobody's, the demo winery's owner's, those of an account without services, of one with the
 * smallest plan, of one that is connected to a platform, or of one that has unread notifications. */
export const EYES = ['visitor', 'winery', 'newcomer', 'micro', 'connected', 'told'] as const
export type Eyes = (typeof EYES)[number]

export interface Screen {
  readonly name: string
  readonly eyes: Eyes
  readonly path: string
  /** from the loaded page to the screen standing open */
  readonly open: (page: Page) => Promise<void>
  /** selector of what is new here; the rest is another screen's */
  readonly part?: string
  /** not shown on a phone */
  readonly wideOnly?: boolean
  /** what is open in a wide window is not what a phone shows once that window is narrowed */
  readonly opensAnewOnPhone?: boolean
  /** differs from another screen by its data alone: looked at, not judged again */
  readonly isTwin?: boolean
}

/** Pixels of a window. */
export interface Size {
  readonly width: number
  readonly height: number
  readonly isWide: boolean
}

export const WIDE: Size = { width: 1440, height: 900, isWide: true }
export const PHONE: Size = { width: 375, height: 812, isWide: false }

/** Selector of what stands above the page. */
export const DIALOG = '[role="dialog"]'
