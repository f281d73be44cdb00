import { expect, type Page } from '@playwright/test'
import { answer, ask, openPalette, paletteField } from './actions.ts'
import { DIALOG, type Screen } from './screen.ts'

const answering = (question: string, untilShown: (page: Page) => Promise<void>) => async (page: Page) => {
  await ask(page, question)
  await untilShown(page)
}

const shared = { part: DIALOG, persona: 'winery', path: '/profile' } as const

/** The palette with its matches and answers. */
export const askScreens: readonly Screen[] = [
  { name: 'palette', ...shared, open: openPalette },
  {
    name: 'palette-with-matches',
    ...shared,
    open: async (page) => {
      await openPalette(page)
      await paletteField(page).fill('sales')
    },
  },
  {
    name: 'palette-with-nothing-found',
    ...shared,
    persona: 'newcomer',
    open: async (page) => {
      await openPalette(page)
      await paletteField(page).fill('xyzzy')
    },
  },
  {
    name: 'ask-figure',
    ...shared,
    open: answering('net sales last month', (page) => expect(answer(page)).toContainText('matches')),
  },
  {
    name: 'ask-rows',
    ...shared,
    open: answering('sales by channel last month', (page) => expect(answer(page)).toContainText(/rows$/)),
  },
  {
    name: 'ask-comparison',
    ...shared,
    open: answering('sales by month this year vs last year', (page) => expect(answer(page)).toContainText(/rows$/)),
  },
  {
    name: 'ask-not-understood',
    ...shared,
    open: answering('sales by weather', (page) =>
      expect(page.getByRole('region', { name: 'Not understood' })).toBeVisible(),
    ),
  },
  {
    name: 'ask-choices',
    ...shared,
    open: answering('conversion by team member', (page) =>
      expect(page.getByRole('region', { name: 'Which do you mean?' })).toBeVisible(),
    ),
  },
  {
    name: 'ask-corrected-share',
    ...shared,
    open: answering('what precent of sales is club', (page) => expect(answer(page)).toContainText(/of net sales/)),
  },
  {
    name: 'shortcuts',
    ...shared,
    wideOnly: true,
    open: async (page) => {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.keyboard.press('Shift+?')
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    },
  },
]
