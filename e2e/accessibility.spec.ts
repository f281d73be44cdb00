import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { enterWith } from './kit/enter.ts'
import { EYES, PHONE, WIDE } from './kit/screen.ts'
import { partsFor, prepareEyes, setColours } from './kit/screens.ts'
import { expect, test } from './kit/test.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
/** All that the theme can break: the same page was judged whole in the other one. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
/** Rows of a table are drawn alike: the first ones stand for all. */
const ROWS_LIKE_THE_FIRST = 'tbody > tr:nth-child(n + 6)'
/** Pixels of the narrowest screen that shows everything without scrolling sideways. */
const NARROWEST = 320

interface Judged {
  readonly part: string | undefined
  readonly colours: 'light' | 'dark'
}

const violations = async (page: Page, { part, colours }: Judged): Promise<string[]> => {
  // Pages have no frames, so what axe found needs no page of its own to be put together in.
  const all = new AxeBuilder({ page }).setLegacyMode(true).exclude(ROWS_LIKE_THE_FIRST)
  const axe = colours === 'light' ? all.withTags(TAGS) : all.withRules(COLOUR_RULES)
  const { violations: found } = await (part === undefined ? axe : axe.include(part)).analyze()
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  )
}

const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test.describe.configure({ mode: 'parallel' })
// A trace keeps the whole page at every step, which takes longer than judging it.
test.use({ trace: 'off' })

for (const size of [WIDE, PHONE]) {
  for (const { name, screens } of partsFor(size)) {
    test(`axe finds nothing on ${name}, light and dark, ${size.width} px wide`, async ({
      browser,
      baseURL,
      api,
      winery,
      commerce7,
      watch,
    }) => {
      test.setTimeout(300_000)
      // The link to verify is a wrong one on purpose.
      watch.expectConsole(/status of 400/)
      const members = await prepareEyes(api, winery, commerce7)
      for (const eyes of EYES) {
        const seen = screens.filter((screen) => screen.eyes === eyes)
        if (seen.length === 0) continue
        const member = members[eyes]
        const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: size, reducedMotion: 'reduce' })
        await watch.attach(context)
        const page = await context.newPage()
        if (member) await enterWith(page, member.session, '/profile')
        for (const screen of seen) {
          await test.step(screen.name, async () => {
            await page.setViewportSize(size)
            await page.goto(screen.path)
            await screen.open(page)
            expect
              .soft(await violations(page, { part: screen.part, colours: 'light' }), `${screen.name}, light`)
              .toEqual([])
            // Before anyone is signed in pages are light.
            if (member) {
              await setColours(page, 'dark')
              expect
                .soft(await violations(page, { part: screen.part, colours: 'dark' }), `${screen.name}, dark`)
                .toEqual([])
            }
            if (size.isWide) return
            await page.setViewportSize({ ...size, width: NARROWEST })
            await expect
              .soft(async () => expect(await sidewaysScroll(page)).toBe(0), `${screen.name} at ${NARROWEST} px`)
              .toPass({ timeout: 2_000 })
          })
        }
        await context.close()
      }
    })
  }
}
