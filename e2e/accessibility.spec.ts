import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
import { untilRedrawn } from './kit/at-rest.ts'
import { enterWith } from './kit/enter.ts'
import { EYES, PHONE, type Screen, type Size, WIDE } from './kit/screen.ts'
import { type Installation, PARTS, prepareEyes, setColours } from './kit/screens.ts'
import { expect, test } from './kit/test.ts'
import type { Watch } from './kit/watch.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
/** All that the theme can break: the same page was judged whole in the other one. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
/** Rows of a table are drawn alike: the first ones stand for all. */
const ROWS_LIKE_THE_FIRST = 'tbody > tr:nth-child(n + 6)'
/** Pixels of the narrowest screen that shows everything without scrolling sideways. */
const NARROWEST = 320

/** For a page that holds axe since it was judged in the other theme, or wider. */
const AXE_IS_THERE = ';'

interface Judged {
  readonly part: string | undefined
  readonly colours: 'light' | 'dark'
}

const violations = async (page: Page, { part, colours }: Judged): Promise<string[]> => {
  const isLight = colours === 'light'
  const isThere = await page.evaluate(() => 'axe' in window)
  // Pages have no frames, so what axe found needs no page of its own to be put together in.
  const all = new AxeBuilder({ page, ...(isThere ? { axeSource: AXE_IS_THERE } : {}) })
    .setLegacyMode(true)
    // What passes is not described, and style sheets, which none of these rules reads, are not fetched once more.
    .options({ resultTypes: ['violations'], preload: { assets: ['media'] } })
    .exclude(ROWS_LIKE_THE_FIRST)
  const axe = isLight ? all.withTags(TAGS) : all.withRules(COLOUR_RULES)
  const { violations: found } = await (part === undefined ? axe : axe.include(part)).analyze()
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  )
}

const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Judges what is open, in both themes when somebody is signed in: before that pages are light. */
const judge = async (page: Page, { name, part, eyes }: Screen, { width, isWide }: Size): Promise<void> => {
  expect.soft(await violations(page, { part, colours: 'light' }), `${name}, light, ${width} px`).toEqual([])
  if (eyes !== 'visitor') {
    await setColours(page, 'dark')
    expect.soft(await violations(page, { part, colours: 'dark' }), `${name}, dark, ${width} px`).toEqual([])
  }
  if (isWide) return
  await page.setViewportSize({ ...PHONE, width: NARROWEST })
  await expect
    .soft(async () => expect(await sidewaysScroll(page)).toBe(0), `${name} at ${NARROWEST} px`)
    .toPass({ timeout: 2_000 })
}

interface Visit extends Installation {
  readonly browser: Browser
  readonly baseURL: string | undefined
  readonly watch: Watch
}

/** Opens each of the screens at this size, with the eyes that see it, and judges it. */
const visit = async (
  { browser, baseURL, watch, ...installation }: Visit,
  screens: readonly Screen[],
  size: Size,
  judgeOpened: (page: Page, screen: Screen) => Promise<void>,
): Promise<void> => {
  test.setTimeout(300_000)
  // The link to verify is a wrong one on purpose.
  watch.expectConsole(/status of 400/)
  for (const eyes of EYES) {
    const seen = screens.filter((screen) => screen.eyes === eyes)
    if (seen.length === 0) continue
    const member = await prepareEyes(eyes, installation)
    const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: size, reducedMotion: 'reduce' })
    await watch.attach(context)
    const page = await context.newPage()
    if (member) await enterWith(page, member.session, '/profile')
    for (const screen of seen) {
      await test.step(screen.name, async () => {
        await page.setViewportSize(size)
        await page.goto(screen.path)
        await screen.open(page)
        await judgeOpened(page, screen)
      })
    }
    await context.close()
  }
}

test.describe.configure({ mode: 'parallel' })
// A trace keeps the whole page at every step, which takes longer than judging it.
test.use({ trace: 'off' })

for (const { name, screens } of PARTS) {
  test(`axe finds nothing on ${name}, light and dark, ${WIDE.width} px wide and narrowed to ${PHONE.width}`, async ({
    browser,
    baseURL,
    api,
    server,
    winery,
    commerce7,
    watch,
  }) => {
    await visit({ browser, baseURL, api, server, winery, commerce7, watch }, screens, WIDE, async (page, screen) => {
      await judge(page, screen, WIDE)
      if (screen.wideOnly || screen.opensAnewOnPhone) return
      await page.setViewportSize(PHONE)
      await setColours(page, 'light')
      await untilRedrawn(page)
      await judge(page, screen, PHONE)
    })
  })
}

const ANEW = PARTS.flatMap(({ screens }) => screens).filter(({ opensAnewOnPhone }) => opensAnewOnPhone)

test(`axe finds nothing on what a phone opens by itself, light and dark, ${PHONE.width} px wide`, async ({
  browser,
  baseURL,
  api,
  server,
  winery,
  commerce7,
  watch,
}) => {
  await visit({ browser, baseURL, api, server, winery, commerce7, watch }, ANEW, PHONE, (page, screen) =>
    judge(page, screen, PHONE),
  )
})
