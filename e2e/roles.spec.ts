import type { Page } from '@playwright/test'
import { type MenuItem, visibleMenu } from '#domain/navigation.ts'
import { ROLES } from '#domain/role.ts'
import { MENU } from '#reports/navigation.ts'
import { sample } from '#testkit/lane.ts'
import { expect, test } from './kit/test.ts'

/** A plan with every page. */
const ACCOUNT_TYPE = 'Estate'

interface MenuPage extends MenuItem {
  readonly href: string
}

const pagesOf = (items: readonly MenuItem[]): MenuPage[] =>
  items.flatMap((item) => (item.href === null ? pagesOf(item.children) : [{ ...item, href: item.href }]))

const waitForPage = async (page: Page, title: string): Promise<void> => {
  await expect(page).toHaveTitle(`Cuvee | ${title}`)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByText('Some data of the page could not be loaded')).toHaveCount(0)
}

for (const role of sample(ROLES, 1)) {
  // A call without permission answers 403, which ends the session and logs a console error, and either fails the test.
  test(`${role}: every page of the menu opens, and no other page`, async ({ page, api, server, enter }) => {
    test.setTimeout(240_000)
    const { email } = await api.register()
    await server.operate('account', email, '--type', ACCOUNT_TYPE, '--roles', role)
    await enter(await api.signIn(email), '/profile')

    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu.getByRole('button').first()).toBeVisible()
    const folded = menu.getByRole('button', { expanded: false })
    while ((await folded.count()) > 0) await folded.first().click()
    const open = pagesOf(visibleMenu(MENU, { roles: [role], accountType: ACCOUNT_TYPE }))
    for (const { href, title } of sample(open, 5)) {
      if (href === '/dashboard') continue
      await menu.locator(`a[href="${href}"], a[href^="${href}?"]`).click()
      await waitForPage(page, title)
      await expect(page, href).toHaveURL(new RegExp(`${href}(\\?|$)`))
    }

    await menu.locator('a[href^="/dashboard"]').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    const closed = pagesOf(MENU).filter(({ href }) => !open.some((one) => one.href === href))
    for (const { href } of sample(closed, 2)) {
      await page.goto(href)
      await expect(page, href).toHaveURL('/error/unauthorized')
    }
  })
}
