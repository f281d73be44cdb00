// node e2e/screenshots.ts <folder>: a picture of every screen, light and dark, wide and narrow, for people to look at.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { createApi, type Member } from './kit/api.ts'
import { chromiumArgs, chromiumPath } from './kit/chromium.ts'
import { enterWith } from './kit/enter.ts'
import { isThere, PHONE, prepareEyes, SCREENS, type Screen, WIDE } from './kit/screens.ts'
import { startServer } from './kit/server.ts'

const DEMO = { email: 'demo@cuvee.example', password: 'Barrel&Stave7' }
const SIZES = [WIDE, PHONE]
const THEMES = ['light', 'dark'] as const

interface Shot {
  readonly screen: Screen
  readonly member: Member | null
  readonly size: typeof WIDE
  readonly file: string
}

const shoot = async (browser: Browser, baseURL: string, { screen, member, size, file }: Shot): Promise<void> => {
  const context = await browser.newContext({ baseURL, viewport: size, reducedMotion: 'reduce', locale: 'en-US' })
  const page = await context.newPage()
  try {
    await (member ? enterWith(page, member.session, screen.path) : page.goto(screen.path))
    await isThere(page, screen)
    // What moves in comes to rest.
    await page.waitForTimeout(300)
  } catch (error) {
    process.stderr.write(`${file}: ${error}\n`)
  }
  await page.screenshot({ path: file })
  await context.close()
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: node e2e/screenshots.ts <folder>')
mkdirSync(folder, { recursive: true })
const server = await startServer()
const browser = await chromium.launch({ ...chromiumPath(), args: [...chromiumArgs] })
try {
  const api = createApi(server.url)
  const session = await api.signIn(DEMO.email, DEMO.password)
  await api.untilLoaded(session.access_token)
  const winery = { session, ...DEMO, accountId: session.user.accountId }
  for (const theme of THEMES) {
    for (const size of SIZES) {
      const eyes = await prepareEyes(api, winery)
      for (const member of [winery, eyes.newcomer]) {
        await api.send('POST', `/user/set-theme/${theme}`, { token: member?.session.access_token ?? '' })
      }
      for (const screen of SCREENS) {
        const member = eyes[screen.eyes]
        if ((member === null && theme === 'dark') || (screen.wideOnly && size === PHONE)) continue
        const file = join(folder, `${screen.name}-${theme}-${size.width}.png`)
        await shoot(browser, server.url, { screen, member, size, file })
      }
    }
  }
} finally {
  await browser.close()
  await server.close()
}
