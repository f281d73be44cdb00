import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { enterWith } from './kit/enter.ts'
import { EYES, PHONE, WIDE } from './kit/screen.ts'
import { prepareEyes, screensFor, setColours } from './kit/screens.ts'
import { expect, test } from './kit/test.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
/** Pixels of the narrowest screen that shows everything without scrolling sideways. */
const NARROWEST = 320

const violations = async (page: Page, part?: string): Promise<string[]> => {
  const axe = new AxeBuilder({ page }).withTags(TAGS)
  const { violations: found } = await (part === undefined ? axe : axe.include(part)).analyze()
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  )
}

const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test.describe.configure({ mode: 'parallel' })

for (const size of [WIDE, PHONE]) {
  test(`axe finds nothing on any screen, light and dark, ${size.width} px wide`, async ({
    browser,
    baseURL,
    api,
    winery,
    watch,
  }) => {
    test.setTimeout(300_000)
    // The link to verify is a wrong one on purpose.
    watch.expectConsole(/status of 400/)
    const members = await prepareEyes(api, winery)
    for (const eyes of EYES) {
      const member = members[eyes]
      const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: size, reducedMotion: 'reduce' })
      await watch.attach(context)
      const page = await context.newPage()
      if (member) await enterWith(page, member.session, '/profile')
      for (const screen of screensFor(eyes, size).filter(({ isTwin }) => isTwin !== true)) {
        await test.step(screen.name, async () => {
          await page.setViewportSize(size)
          await page.goto(screen.path)
          await screen.open(page)
          expect.soft(await violations(page, screen.part), `${screen.name}, light`).toEqual([])
          // Before anyone is signed in pages are light.
          if (member) {
            await setColours(page, 'dark')
            expect.soft(await violations(page, screen.part), `${screen.name}, dark`).toEqual([])
          }
          if (size.isWide) return
          await page.setViewportSize({ ...size, width: NARROWEST })
          expect.soft(await sidewaysScroll(page), `${screen.name} at ${NARROWEST} px`).toBe(0)
        })
      }
      await context.close()
    }
  })
}
