import { chromium } from '@playwright/test'
import { createApi, signInToWinery } from './e2e/kit/api.ts'
import { openSignedIn } from './e2e/kit/browser.ts'
import { setTheme } from './e2e/kit/screens.ts'
import { chromiumArgs, chromiumPath } from './e2e/kit/chromium.ts'
const [url] = process.argv.slice(2)
const browser = await chromium.launch({ ...chromiumPath(), args: [...chromiumArgs] })
const api = createApi(url)
const winery = await signInToWinery(api)
let t = Date.now()
try {
for (const [w, h] of [[1440, 900], [390, 844]]) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: w, height: h }, reducedMotion: 'reduce', locale: 'en-US' })
  const page = await context.newPage()
  page.on('console', (m) => m.type() === 'error' && console.log('CONSOLE', m.text()))
  await openSignedIn(page, winery.session ?? winery, '/profile')
  await page.goto('/reports/products/vintage-ledger')
  await page.getByRole('main').locator('a[href^="/products/"]').first().waitFor({ timeout: 30000 })
  await page.waitForTimeout(800)
  for (const theme of ['light', 'dark']) { await setTheme(page, theme); await page.screenshot({ path: `data/ledger-${w}-${theme}.png` }) }
  const href = process.argv[3] ?? await page.getByRole('main').locator('a[href^="/products/"]').nth(3).getAttribute('href')
  console.log(href)
  await page.goto(href)
  const section = page.getByRole('region', { name: 'Vintage ledger' })
  await section.waitFor({ timeout: 30000 })
  const slider = section.getByRole('slider').first()
  await slider.focus(); for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight')
  await page.waitForTimeout(800)
  for (const theme of ['light', 'dark']) { await setTheme(page, theme); await page.screenshot({ path: `data/product-${w}-${theme}.png`, fullPage: true }); await section.screenshot({ path: `data/section-${w}-${theme}.png` }) }
  await context.close()
}
} finally { await browser.close() }
