import { expect, type Page } from '@playwright/test'
import { SavedReport } from '#contract/saved-reports.ts'
import { accountScreens } from './account-screens.ts'
import { alertScreens } from './alert-screens.ts'
import type { Api, Member } from './api.ts'
import { addRefusedService, waitForAnalysis } from './api.ts'
import { askScreens } from './ask-screens.ts'
import { waitForAnimations } from './browser.ts'
import { chooseInTile, chooseOnDashboard, waitForTiles } from './dashboard.ts'
import { editingScreens } from './editing-screens.ts'
import { insightScreens } from './insight-screens.ts'
import { notificationScreens } from './notification-screens.ts'
import { peopleScreens } from './people-screens.ts'
import type { Commerce7 } from './platforms.ts'
import { reportScreens } from './report-screens.ts'
import { DIALOG, type Persona, type Screen, screen, type Theme, type Viewport } from './screen.ts'
import { segmentScreens } from './segment-screens.ts'
import type { TestServer } from './server.ts'
import { serviceScreens } from './service-screens.ts'
import { sharingScreens } from './sharing-screens.ts'
import { subjectScreens } from './subject-screens.ts'
import { INVITED, visitorScreens } from './visitor-screens.ts'

const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name, exact: true }).click()
const dialog = (page: Page, name: string) => expect(page.getByRole('dialog', { name })).toBeVisible()

const FILTERED_DASHBOARD = '/?range=Last30Days&compare=sameWeekdays&any.channel=pos&not.teamMember='

const dashboardScreens: readonly Screen[] = [
  screen('dashboard', 'winery', '/', waitForTiles),
  screen('dashboard-as-tables', 'winery', '/', { opensAgainOnPhone: true }, async (page) => {
    await waitForTiles(page)
    await chooseInTile(page, 'Sales Summary by Month', 'Show as table')
    await expect(main(page).getByRole('table').first()).toBeVisible()
  }),
  screen('dashboard-filters', 'winery', FILTERED_DASHBOARD, async (page) => {
    await waitForTiles(page)
    await expect(main(page).getByRole('button', { name: /^Sales channel:/ })).toBeVisible()
  }),
  screen(
    'dashboard-filter-values',
    'winery',
    FILTERED_DASHBOARD,
    { opensAgainOnPhone: true, part: DIALOG },
    async (page) => {
      await waitForTiles(page)
      await main(page)
        .getByRole('button', { name: /^Sales channel:/ })
        .click()
      await expect(page.getByRole('checkbox', { name: 'Web' })).toBeVisible()
    },
  ),
  screen('mark-menu', 'winery', '/', { opensAgainOnPhone: true }, async (page) => {
    await waitForTiles(page)
    await main(page).getByRole('slider').first().press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Filter by this' })).toBeVisible()
  }),
  screen('add-widget', 'winery', '/', { part: DIALOG, wideOnly: true }, async (page) => {
    await waitForTiles(page)
    await press(page, 'Add Widget')
    await dialog(page, 'Add Widget')
  }),
  screen('key-numbers', 'winery', '/', { part: DIALOG }, async (page) => {
    await waitForTiles(page)
    await press(page, 'Choose numbers')
    await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Number 4', exact: true })).toBeVisible()
  }),
  screen('widget-settings', 'winery', '/', { part: DIALOG, wideOnly: true }, async (page) => {
    await waitForTiles(page)
    await chooseInTile(page, 'Sales by Period', 'Settings')
    await dialog(page, 'Widget settings')
  }),
  screen('new-dashboard', 'winery', '/', { part: DIALOG }, async (page) => {
    await waitForTiles(page)
    await chooseOnDashboard(page, 'New Dashboard')
    await dialog(page, 'New Dashboard')
  }),
  screen('delete-dashboard', 'winery', '/dashboard/second', { part: DIALOG }, async (page) => {
    await chooseOnDashboard(page, 'Delete')
    await dialog(page, 'Confirm Delete')
  }),
  screen('feedback', 'winery', '/', { part: DIALOG }, async (page) => {
    await waitForTiles(page)
    await page.getByRole('button', { name: 'Feedback on this page' }).click()
    await dialog(page, 'How could we improve this page?')
  }),
  screen('dashboard-without-data', 'newcomer', '/', async (page) => {
    await waitForTiles(page)
    await expect(main(page).getByRole('region', { name: 'Set up your account' })).toBeVisible()
  }),
]

const menuScreens: readonly Screen[] = [
  screen('notifications-dropdown', 'winery', '/profile', { wideOnly: true }, async (page) => {
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await expect(page.getByRole('menuitem', { name: 'See All Notifications' })).toBeVisible()
  }),
  screen('profile-menu', 'winery', '/profile', { opensAgainOnPhone: true }, async (page) => {
    await page.getByRole('button', { name: /^Profile menu|^Menu$/ }).click()
    const ofPhone = page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Sign out' })
    await expect(page.getByRole('menuitem', { name: 'Sign out' }).or(ofPhone)).toBeVisible()
  }),
  screen('billing', 'newcomer', '/billing', (page) =>
    expect(page.getByRole('button', { name: 'Choose Estate' })).toBeVisible(),
  ),
  screen('billing-return', 'newcomer', '/billing/stripe/return', (page) =>
    expect(page.getByRole('heading', { name: 'Payment not found' })).toBeVisible(),
  ),
  screen('plan', 'micro', '/admin/invitations', (page) =>
    expect(page.getByText('This page isn’t included in the')).toBeVisible(),
  ),
]

/** Every screen; those that change data come last. */
const SCREENS: readonly Screen[] = [
  ...visitorScreens,
  ...dashboardScreens,
  ...editingScreens,
  ...menuScreens,
  ...notificationScreens,
  ...peopleScreens,
  ...accountScreens,
  ...reportScreens,
  ...alertScreens,
  ...sharingScreens,
  ...insightScreens,
  ...askScreens,
  ...segmentScreens,
  ...subjectScreens,
  ...serviceScreens,
]

const withoutVariants = (screens: readonly Screen[]): readonly Screen[] =>
  screens.filter(({ isVariant: isTwin }) => isTwin !== true)

interface ScreenPart {
  readonly name: string
  readonly screens: readonly Screen[]
  /** not checked in the normal lane */
  readonly isFullOnly?: true
}

/** Every screen for axe, in parts that take about the same time. */
export const PARTS: readonly ScreenPart[] = [
  {
    name: 'dashboards and menus',
    screens: withoutVariants([...dashboardScreens, ...editingScreens, ...menuScreens, ...notificationScreens]),
  },
  { name: 'services and public pages', screens: withoutVariants([...serviceScreens, ...visitorScreens]) },
  { name: 'reports', screens: withoutVariants(reportScreens) },
  { name: 'the account', screens: withoutVariants(accountScreens) },
  { name: 'people', screens: withoutVariants(peopleScreens) },
  { name: 'insights', screens: withoutVariants(insightScreens) },
  { name: 'questions in words', screens: withoutVariants(askScreens) },
  { name: 'subjects', screens: withoutVariants(subjectScreens) },
  { name: 'sharing and alerts', screens: [...sharingScreens, ...alertScreens], isFullOnly: true },
]

/** The screens of a persona in this viewport. */
export const screensFor = (persona: Persona, { isWide }: Viewport): readonly Screen[] =>
  SCREENS.filter((screen) => screen.persona === persona && (isWide || screen.wideOnly !== true))

/** Switches the color scheme by the attribute that all styles depend on, and waits for color transitions to end. */
export const setTheme = async (page: Page, theme: Theme): Promise<void> => {
  await page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), theme)
  await waitForAnimations(page)
}

const REPORT = {
  reportType: 'OrderLines',
  columns: [{ columnId: 'vintage' }, { columnId: 'netSales' }],
  groupColumns: ['vintage'],
}

/** A pivot with a top N, all others, subtotals and a calculated column. */
const PIVOT = {
  name: 'Sales by channel and month',
  reportType: 'Orders',
  columns: ['channel', 'orderMonth', 'netSales', 'part'].map((columnId) => ({ columnId })),
  groupColumns: ['channel', 'orderMonth'],
  groupLimits: [{ columnId: 'channel', top: 3, by: { columnId: 'netSales' } }],
  calculations: [{ columnId: 'part', displayName: 'Share', kind: 'shareOfTotal', of: { columnId: 'netSales' } }],
  pivot: { columns: ['orderMonth'] },
  relativeDateFilter: { relativeRange: 'Last180Days' },
  chart: { kind: 'line', x: 'orderMonth', series: ['channel', 'netSales'] },
}

/** Adds a second dashboard, a shared report, one in the trash, an alert and an invitation, unless they exist. */
const addSampleContent = async (api: Api, token: string): Promise<void> => {
  const slugs = await (await api.send('GET', '/dashboards/slugs', { token })).json()
  if (JSON.stringify(slugs).includes('"second"')) return
  await api.createDashboard(token, { name: 'Second', widgets: [{ type: 'avgOrder', x: 0, y: 0, w: 3, h: 4 }] })
  const keep = (name: string, isPublic: boolean) =>
    api.call(SavedReport, 'POST', '/reports', { token, body: { ...REPORT, name, isPublic } })
  await keep('Sales by vintage', true)
  await api.call(SavedReport, 'POST', '/reports', { token, body: PIVOT })
  const { id } = await keep('Sales by vintage, first try', false)
  await api.send('DELETE', `/reports/${id}`, { token })
  await api.send('POST', '/alerts', { token, body: ALERT })
  await api.send('POST', '/invitation', { token, body: { email: INVITED, roles: ['User'] } })
}

/** An alert that does not fire, so that nobody is notified. */
const ALERT = {
  name: 'Record day',
  definition: {
    reportType: 'Orders',
    columns: [{ columnId: 'netSales' }],
    relativeDateFilter: { relativeRange: 'Yesterday', columnName: 'OrderDate' },
  },
  condition: { kind: 'above', value: 100_000_000 },
}

/** An account that has synced with a Commerce7 tenant that has one invalid record. */
const prepareConnected = async (api: Api, commerce7: Commerce7): Promise<Member> => {
  const member = await api.register()
  const token = member.session.access_token
  commerce7.corruptOneOrder()
  await api.addService(token, { type: 'commerce7', name: 'Commerce7', settings: commerce7.settings })
  await api.waitUntilLoaded(token)
  return member
}

/** An account whose services reject Cuvee's credentials, so that its users are notified. */
const prepareNotified = async (api: Api, commerce7: Commerce7): Promise<Member> => {
  const member = await api.register()
  for (const name of ['Till', 'Web shop']) await addRefusedService(api, commerce7, member, { name })
  return member
}

/** An account with the smallest plan. */
const prepareMicroPlan = async ({ api, server }: Installation): Promise<Member> => {
  const member = await api.register()
  await server.operate('account', member.email, '--type', 'Micro')
  return { ...member, session: await api.signIn(member.email) }
}

/** Server, platforms and demo account that personas are created with. */
export interface Installation {
  readonly api: Api
  readonly server: TestServer
  readonly winery: Member
  readonly commerce7: Commerce7
}

/** Creates the member for a persona: the demo winery's owner with sample content, or the owner of a new account. Visitors have none. */
export const preparePersona = async (persona: Persona, installation: Installation): Promise<Member | null> => {
  const { api, winery, commerce7 } = installation
  switch (persona) {
    case 'visitor':
      // The invitation that visitors accept comes from the demo winery.
      await addSampleContent(api, winery.session.access_token)
      return null
    case 'winery':
      await addSampleContent(api, winery.session.access_token)
      await waitForAnalysis(api, winery.session.access_token)
      return winery
    case 'newcomer':
      return api.register()
    case 'micro':
      return prepareMicroPlan(installation)
    case 'connected':
      return prepareConnected(api, commerce7)
    case 'notified':
      return prepareNotified(api, commerce7)
  }
}
