import type { Page } from '@playwright/test'

/** Who opens the screen: nobody signed in, the demo winery's owner, or the owner of an account without services, with the
 * smallest plan, connected to a platform, or with unread notifications. */
export const PERSONAS = ['visitor', 'winery', 'newcomer', 'micro', 'connected', 'notified'] as const
export type Persona = (typeof PERSONAS)[number]

type Open = (page: Page) => Promise<void>

interface ScreenOptions {
  /** selector of the part to check; the rest belongs to another screen */
  readonly part?: string
  /** not shown on a phone */
  readonly wideOnly?: boolean
  /** a phone shows something else than the wide window does after narrowing */
  readonly opensAgainOnPhone?: boolean
  /** differs from another screen by its data only: photographed, but not checked by axe */
  readonly isVariant?: boolean
}

export interface Screen extends ScreenOptions {
  readonly name: string
  readonly persona: Persona
  readonly path: string
  /** leads from the loaded page to the open screen */
  readonly open: Open
}

export const screen = (
  name: string,
  persona: Persona,
  path: string,
  ...more: [Open] | [ScreenOptions, Open]
): Screen => {
  const [options, open] = more.length === 1 ? [{}, more[0]] : more
  return { ...options, name, persona, path, open }
}

/** Window size in pixels. */
export interface Viewport {
  readonly width: number
  readonly height: number
  readonly isWide: boolean
}

export type Theme = 'light' | 'dark'

export const WIDE: Viewport = { width: 1440, height: 900, isWide: true }
export const PHONE: Viewport = { width: 375, height: 812, isWide: false }

/** Selector of a dialog. */
export const DIALOG = '[role="dialog"]'
