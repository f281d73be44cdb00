import type { Page } from '@playwright/test'
import { MENU, type MenuItem, visibleMenu } from '#domain/navigation.ts'
import { ROLES } from '#domain/role.ts'
import { expect, test } from './kit/test.ts'

/** A plan that has every page. */
const ACCOUNT_TYPE = 'Estate'

interface MenuPage extends MenuItem {
  readonly href: string
}

const pagesOf = (items: readonly MenuItem[]): MenuPage[] =>
  items.flatMap((item) => (item.href === null ? pagesOf(item.children) : [{ ...item, href: item.href }]))

const untilSettled = async (page: Page, title: string): Promise<void> => {
  await expect(page).toHaveTitle(`Cuvee | ${title}`)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByText('The page could not be loaded whole')).toHaveCount(0)
}

for (const role of ROLES) {
  // A call that the role lacks would answer 403 and end the session, and any refusal is an error on the console, which fails.
  test(`a ${role} opens every page of the menu, and of the other pages none`, async ({ page, api, server, enter }) => {
    test.setTimeout(240_000)
    const { email } = await api.register()
    await server.operate('account', email, '--type', ACCOUNT_TYPE, '--roles', role)
    await enter(await api.signIn(email), '/profile')

    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu.getByRole('button').first()).toBeVisible()
    const folded = menu.getByRole('button', { expanded: false })
    while ((await folded.count()) > 0) await folded.first().click()
    const open = pagesOf(visibleMenu(MENU, { roles: [role], accountType: ACCOUNT_TYPE }))
    for (const { href, title } of open) {
      if (href === '/dashboard') continue
      await menu.locator(`a[href="${href}"], a[href^="${href}?"]`).click()
      await untilSettled(page, title)
      await expect(page, href).toHaveURL(new RegExp(`${href}(\\?|$)`))
    }

    await menu.locator('a[href^="/dashboard"]').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    const closed = pagesOf(MENU).filter(({ href }) => !open.some((one) => one.href === href))
    for (const { href } of closed) {
      await page.goto(href)
      await expect(page, href).toHaveURL('/error/unauthorized')
    }
  })
}
