import type { Locator, Page } from '@playwright/test'

/** Fills each field by the beginning of its label. */
export const fillIn = async (page: Page, values: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
}

/** A field of a form by the beginning of its label, which may end in the mark of what is required. */
export const field = (place: Page | Locator, label: string) => place.getByLabel(new RegExp(`^${label}( \\*)?$`))

/** Signs in on the page that is open. */
export const signInOnPage = async (page: Page, email: string, password: string): Promise<void> => {
  await fillIn(page, { Email: email, Password: password })
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
