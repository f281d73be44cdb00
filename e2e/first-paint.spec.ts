import { expect, test } from './kit/test.ts'

const PHONE = { width: 375, height: 800 }

test('the frame is there in the theme of its user before the code of the app', async ({ page, winery, enter }) => {
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/app-*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  const user = { ...winery.session.user, theme: 'dark' as const }
  const entered = enter({ ...winery.session, user }, '/dashboard')
  await expect(page.locator('.boot-side')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  code.resolve()
  await entered
  await expect(page.locator('#boot')).toHaveCount(0)
})

test('a page load asks for a dashboard by its slug, and for its numbers', async ({ page, winery, enter }) => {
  await page.setViewportSize(PHONE)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await enter(winery.session, '/dashboard')
  await expect(page.locator('[data-tile] article').first()).toContainText('$')
  const ofDashboards = asked.filter((path) => path.startsWith('/api/dashboards/'))
  expect(ofDashboards).toEqual(['/api/dashboards/default', '/api/dashboards/data'])
})
