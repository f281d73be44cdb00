import { expect, type Page } from '@playwright/test'
import { answer, ask, openPalette, paletteField } from './palette.ts'
import { DIALOG, type Screen } from './screen.ts'

const asked = (question: string, untilShown: (page: Page) => Promise<void>) => async (page: Page) => {
  await ask(page, question)
  await untilShown(page)
}

const seen = { part: DIALOG, eyes: 'winery', path: '/profile' } as const

/** The palette over a page: what it finds, and what it answers. */
export const askScreens: readonly Screen[] = [
  { name: 'palette', ...seen, open: openPalette },
  {
    name: 'palette-with-matches',
    ...seen,
    open: async (page) => {
      await openPalette(page)
      await paletteField(page).fill('sales')
    },
  },
  {
    name: 'palette-with-nothing-found',
    ...seen,
    eyes: 'newcomer',
    open: async (page) => {
      await openPalette(page)
      await paletteField(page).fill('xyzzy')
    },
  },
  {
    name: 'ask-figure',
    ...seen,
    open: asked('net sales last month', (page) => expect(answer(page)).toContainText('matches')),
  },
  {
    name: 'ask-rows',
    ...seen,
    open: asked('sales by channel last month', (page) => expect(answer(page)).toContainText(/rows$/)),
  },
  {
    name: 'ask-comparison',
    ...seen,
    open: asked('sales by month this year vs last year', (page) => expect(answer(page)).toContainText(/rows$/)),
  },
  {
    name: 'ask-not-understood',
    ...seen,
    open: asked('sales by chanel', (page) =>
      expect(page.getByRole('region', { name: 'Not understood' })).toBeVisible(),
    ),
  },
  {
    name: 'shortcuts',
    ...seen,
    wideOnly: true,
    open: async (page) => {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.keyboard.press('Shift+?')
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    },
  },
]
