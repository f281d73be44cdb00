import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
import { sample } from '#testkit/lane.ts'
import { openSignedIn, type Watch, waitForRedraw } from './kit/browser.ts'
import { PERSONAS, PHONE, type Screen, type Theme, type Viewport, WIDE } from './kit/screen.ts'
import { type Installation, PARTS, preparePersona, setTheme } from './kit/screens.ts'
import { expect, test } from './kit/test.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
/** The rules that a theme can break; the same page is checked in full in the other theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']
/** Table rows share their markup, so the first ones are enough. */
const REPEATED_ROWS = 'tbody > tr:nth-child(n + 6)'
/** Pixels of the narrowest screen that must show everything without horizontal scrolling. */
const NARROWEST = 320

/** For a page that axe was injected into by an earlier check. */
const NO_SOURCE = ';'

interface Check {
  readonly part: string | undefined
  readonly colors: Theme
}

const violations = async (page: Page, { part, colors }: Check): Promise<string[]> => {
  const isLight = colors === 'light'
  const isInjected = await page.evaluate(() => 'axe' in window)
  // Pages have no frames, so the results need no blank page to be merged in.
  const all = new AxeBuilder({ page, ...(isInjected ? { axeSource: NO_SOURCE } : {}) })
    .setLegacyMode(true)
    // Passing rules are not described, and style sheets, which none of these rules reads, are not fetched again.
    .options({ resultTypes: ['violations'], preload: { assets: ['media'] } })
    .exclude(REPEATED_ROWS)
  const axe = isLight ? all.withTags(TAGS) : all.withRules(COLOR_RULES)
  const { violations: found } = await (part === undefined ? axe : axe.include(part)).analyze()
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  )
}

const horizontalOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Checks the open screen in light and, unless it is a visitor's (those are light only), in dark. */
const expectAccessible = async (
  page: Page,
  { name, part, persona }: Screen,
  { width, isWide }: Viewport,
  themes: readonly Theme[],
): Promise<void> => {
  for (const colors of themes.filter((theme) => theme === 'light' || persona !== 'visitor')) {
    if (colors === 'dark') await setTheme(page, 'dark')
    expect.soft(await violations(page, { part, colors }), `${name}, ${colors}, ${width} px`).toEqual([])
  }
  if (isWide) return
  await page.setViewportSize({ ...PHONE, width: NARROWEST })
  await expect
    .soft(async () => expect(await horizontalOverflow(page)).toBe(0), `${name} at ${NARROWEST} px`)
    .toPass({ timeout: 2_000 })
}

interface Visit extends Installation {
  readonly browser: Browser
  readonly baseURL: string | undefined
  readonly watch: Watch
}

/** Opens each screen in this viewport, signed in as its persona, and checks it. */
const visit = async (
  { browser, baseURL, watch, ...installation }: Visit,
  screens: readonly Screen[],
  viewport: Viewport,
  checkOpened: (page: Page, screen: Screen) => Promise<void>,
): Promise<void> => {
  test.setTimeout(300_000)
  // The verification link is invalid, an approval unknown, and a save rejected on purpose.
  watch.expectConsole(/status of (400|409|412)/)
  for (const persona of PERSONAS) {
    const selected = screens.filter((screen) => screen.persona === persona)
    if (selected.length === 0) continue
    const member = await preparePersona(persona, installation)
    const context = await browser.newContext({ baseURL: baseURL ?? '', viewport, reducedMotion: 'reduce' })
    await watch.attach(context)
    const page = await context.newPage()
    if (member) await openSignedIn(page, member.session, '/profile')
    for (const screen of selected) {
      await test.step(screen.name, async () => {
        await page.setViewportSize(viewport)
        await page.goto(screen.path)
        await screen.open(page)
        await checkOpened(page, screen)
      })
    }
    await context.close()
  }
}

test.describe.configure({ mode: 'parallel' })
// A trace stores the whole page at every step, which takes longer than checking it.
test.use({ trace: 'off' })

/** Screens per part that the normal lane checks; the full lane checks all of them in both themes and widths. */
const SCREENS_PER_PART = 2

/** Screens that the normal lane also checks in dark and narrow. */
const inEveryTheme = new Set(PARTS.flatMap(({ screens }) => sample(screens, 1)))

for (const { name, screens, isFullOnly } of PARTS) {
  const details = isFullOnly ? { tag: '@full' } : {}
  test(
    `${name}: axe finds no violations in light and dark, at ${WIDE.width} and ${PHONE.width} px`,
    details,
    async ({ browser, baseURL, api, server, winery, commerce7, watch }) => {
      const checked = sample(screens, SCREENS_PER_PART)
      await visit({ browser, baseURL, api, server, winery, commerce7, watch }, checked, WIDE, async (page, screen) => {
        const isWhole = inEveryTheme.has(screen)
        await expectAccessible(page, screen, WIDE, isWhole ? ['light', 'dark'] : ['light'])
        if (!isWhole || screen.wideOnly || screen.opensAgainOnPhone) return
        await page.setViewportSize(PHONE)
        await setTheme(page, 'light')
        await waitForRedraw(page)
        await expectAccessible(page, screen, PHONE, ['light', 'dark'])
      })
    },
  )
}

const OPENED_AGAIN = PARTS.flatMap(({ screens }) => screens).filter(({ opensAgainOnPhone }) => opensAgainOnPhone)

test(`screens that a phone opens differently: axe finds no violations in light and dark, at ${PHONE.width} px`, async ({
  browser,
  baseURL,
  api,
  server,
  winery,
  commerce7,
  watch,
}) => {
  const screens = sample(OPENED_AGAIN, 1)
  await visit({ browser, baseURL, api, server, winery, commerce7, watch }, screens, PHONE, (page, screen) =>
    expectAccessible(page, screen, PHONE, ['light', 'dark']),
  )
})
