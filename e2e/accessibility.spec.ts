import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { enterWith } from './kit/enter.ts'
import { isThere, PHONE, prepareEyes, SCREENS, WIDE } from './kit/screens.ts'
import { expect, test } from './kit/test.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
/** Pixels of the narrowest screen that shows everything without scrolling sideways. */
const NARROWEST = 320

const violations = async (page: Page): Promise<string[]> => {
  const { violations: found } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  )
}

const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const VIEWS = [
  { theme: 'light', width: 'wide', size: WIDE },
  { theme: 'dark', width: 'wide', size: WIDE },
  { theme: 'light', width: 'narrow', size: PHONE },
  { theme: 'dark', width: 'narrow', size: PHONE },
] as const

for (const { theme, width, size } of VIEWS) {
  test(`axe finds nothing on any screen, ${theme} and ${width}, and nothing scrolls sideways`, async ({
    browser,
    baseURL,
    api,
    winery,
    watch,
  }) => {
    test.setTimeout(240_000)
    // The link to verify is a wrong one on purpose.
    watch.expectConsole(/status of 400/)
    const eyes = await prepareEyes(api, winery)
    for (const member of [eyes.winery, eyes.newcomer]) {
      await api.send('POST', `/user/set-theme/${theme}`, { token: member?.session.access_token ?? '' })
    }
    for (const screen of SCREENS) {
      const member = eyes[screen.eyes]
      // Before anyone is signed in pages are light.
      if ((member === null && theme === 'dark') || (screen.wideOnly && width === 'narrow')) continue
      await test.step(screen.name, async () => {
        const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: size, reducedMotion: 'reduce' })
        await watch.attach(context)
        const page = await context.newPage()
        await (member ? enterWith(page, member.session, screen.path) : page.goto(screen.path))
        await isThere(page, screen)
        expect.soft(await violations(page), `${screen.name}, ${theme}, ${width}`).toEqual([])
        if (width === 'narrow') {
          await page.setViewportSize({ ...size, width: NARROWEST })
          expect.soft(await sidewaysScroll(page), `${screen.name} at ${NARROWEST} px`).toBe(0)
        }
        await context.close()
      })
    }
    await api.send('POST', '/user/set-theme/light', { token: winery.session.access_token })
  })
}
