import { expect, type Page } from '@playwright/test'
import { SavedReport } from '#contract/saved-reports.ts'
import { accountScreens } from './account-screens.ts'
import type { Api, Member } from './api.ts'
import { askScreens } from './ask-screens.ts'
import { untilAtRest } from './at-rest.ts'
import type { Commerce7 } from './commerce7.ts'
import { connectionScreens } from './connection-screens.ts'
import { chooseInTile, tiles, untilTilesAreDrawn } from './dashboard.ts'
import { field } from './forms.ts'
import { insightScreens } from './insight-screens.ts'
import { untilLooked } from './insights.ts'
import { openMailedLink } from './mail.ts'
import { notificationScreens } from './notification-screens.ts'
import { peopleScreens } from './people-screens.ts'
import { addRefusedService } from './refused-service.ts'
import { reportScreens } from './report-screens.ts'
import { DIALOG, type Eyes, type Screen, type Size } from './screen.ts'
import type { TestServer } from './server.ts'

const title = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible()
const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name, exact: true }).click()
const dialog = (page: Page, name: string) => expect(page.getByRole('dialog', { name })).toBeVisible()

const firstDashboard = async (page: Page): Promise<void> => {
  await untilTilesAreDrawn(page)
}

const afterDashboard = (then: (page: Page) => Promise<void>) => async (page: Page) => {
  await untilTilesAreDrawn(page)
  await then(page)
}

const HEADER = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country'
const GOOD_ROW = '1,A,Red,2,2011-01-05 10:00:00,3.50,7,France'
const BAD_ROW = '2,B,White,a pair,2011-01-05 11:00:00,3.50,7,France'

const uploadOf = (rows: readonly string[]) => async (page: Page) => {
  await page
    .getByRole('button', { name: 'Upload a CSV file' })
    .or(page.getByRole('link', { name: 'Upload a file' }))
    .click()
  const buffer = Buffer.from([HEADER, ...rows].join('\n'))
  await page.getByLabel('CSV file', { exact: true }).setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByRole('heading', { name: 'Map columns' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible()
}

const importOf = (rows: readonly string[], outcome: string) => async (page: Page) => {
  await uploadOf(rows)(page)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText(outcome)).toBeVisible()
}

const INVITED = 'dana.kim@winery.example'

/** The form that the link of an invitation leads to. */
const invited = async (page: Page): Promise<void> => {
  await openMailedLink(page, INVITED, 'You are invited to Cuvee')
  await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeVisible()
}

const visitorScreens: readonly Screen[] = [
  { name: 'sign-in', eyes: 'visitor', path: '/sign-in', open: title },
  { name: 'register', eyes: 'visitor', path: '/register', open: title },
  {
    name: 'register-with-messages',
    eyes: 'visitor',
    path: '/register',
    open: async (page) => {
      await field(page, 'Email').fill('nobody')
      await page.getByRole('button', { name: 'Register' }).click()
      await expect(page.getByText('This field must be a valid email')).toBeVisible()
    },
  },
  { name: 'forgot-password', eyes: 'visitor', path: '/forgot-password', open: title },
  { name: 'reset-password', eyes: 'visitor', path: '/reset-password?token=t&userId=u', open: title },
  {
    name: 'verify-email',
    eyes: 'visitor',
    path: '/verify-email?token=t&userId=u',
    open: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
  { name: 'join-dead-link', eyes: 'visitor', path: '/join', open: title },
  { name: 'join', eyes: 'visitor', path: '/join', open: invited },
  {
    name: 'join-with-messages',
    eyes: 'visitor',
    path: '/join',
    isTwin: true,
    open: async (page) => {
      await invited(page)
      await page.getByRole('button', { name: 'Join', exact: true }).click()
      await expect(page.getByText('This field is required').first()).toBeVisible()
    },
  },
  { name: 'not-found', eyes: 'visitor', path: '/no/such/page', open: title },
  { name: 'unauthorized', eyes: 'visitor', path: '/error/unauthorized', open: title },
]

const dashboardScreens: readonly Screen[] = [
  { name: 'dashboard', eyes: 'winery', path: '/', open: firstDashboard },
  {
    name: 'dashboard-as-tables',
    opensAnewOnPhone: true,
    eyes: 'winery',
    path: '/',
    open: afterDashboard(async (page) => {
      await chooseInTile(page, 'Sales Summary by Month', 'Show as table')
      await expect(main(page).getByRole('table').first()).toBeVisible()
    }),
  },
  {
    name: 'add-widget',
    part: DIALOG,
    eyes: 'winery',
    path: '/',
    wideOnly: true,
    open: afterDashboard(async (page) => {
      await press(page, 'Add Widget')
      await dialog(page, 'Add Widget')
    }),
  },
  {
    name: 'widget-settings',
    part: DIALOG,
    eyes: 'winery',
    path: '/',
    wideOnly: true,
    open: afterDashboard(async (page) => {
      await chooseInTile(page, 'Sales by Period', 'Settings')
      await dialog(page, 'Widget settings')
    }),
  },
  {
    name: 'new-dashboard',
    part: DIALOG,
    eyes: 'winery',
    path: '/',
    open: afterDashboard(async (page) => {
      await press(page, 'New Dashboard')
      await dialog(page, 'New Dashboard')
    }),
  },
  {
    name: 'delete-dashboard',
    part: DIALOG,
    eyes: 'winery',
    path: '/dashboard/second',
    open: async (page) => {
      await press(page, 'Delete')
      await dialog(page, 'Confirm Delete')
    },
  },
  {
    name: 'feedback',
    part: DIALOG,
    eyes: 'winery',
    path: '/',
    open: afterDashboard(async (page) => {
      await page.getByRole('button', { name: 'Feedback on this page' }).click()
      await dialog(page, 'How could we improve this page?')
    }),
  },
  { name: 'dashboard-without-data', eyes: 'newcomer', path: '/', open: (page) => expect(tiles(page)).toHaveCount(10) },
]

const menuScreens: readonly Screen[] = [
  {
    name: 'notifications-dropdown',
    eyes: 'winery',
    path: '/profile',
    wideOnly: true,
    open: async (page) => {
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await expect(page.getByRole('menuitem', { name: 'See All Notifications' })).toBeVisible()
    },
  },
  {
    name: 'profile-menu',
    opensAnewOnPhone: true,
    eyes: 'winery',
    path: '/profile',
    open: async (page) => {
      await page.getByRole('button', { name: /^Profile menu|^Open user menu/ }).click()
      await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
    },
  },
  {
    name: 'billing',
    eyes: 'newcomer',
    path: '/billing',
    open: (page) => expect(page.getByRole('button', { name: 'Choose Estate' })).toBeVisible(),
  },
  {
    name: 'billing-return',
    eyes: 'newcomer',
    path: '/billing/stripe/return',
    open: (page) => expect(page.getByRole('heading', { name: 'Payment not found' })).toBeVisible(),
  },
  {
    name: 'plan',
    eyes: 'micro',
    path: '/admin/invitations',
    open: (page) => expect(page.getByText('This page isn’t included in the')).toBeVisible(),
  },
]

const serviceScreens: readonly Screen[] = [
  ...connectionScreens,
  {
    name: 'services',
    eyes: 'winery',
    path: '/admin/services',
    open: (page) => expect(page.getByRole('region', { name: 'Sample winery' })).toBeVisible(),
  },
  {
    name: 'service-run',
    eyes: 'winery',
    path: '/admin/services',
    open: async (page) => {
      await page.getByRole('link', { name: 'Sample winery' }).click()
      await expect(page.getByRole('region', { name: 'History' })).toBeVisible()
    },
  },
  {
    name: 'services-empty',
    eyes: 'newcomer',
    path: '/admin/services',
    open: (page) => expect(page.getByRole('heading', { name: 'No services yet' })).toBeVisible(),
  },
  {
    name: 'upload',
    opensAnewOnPhone: true,
    eyes: 'newcomer',
    path: '/admin/services',
    open: async (page) => {
      await page.getByRole('button', { name: 'Upload a CSV file' }).click()
      await expect(page.getByRole('heading', { name: 'Upload a file' })).toBeVisible()
    },
  },
  {
    name: 'mapping',
    opensAnewOnPhone: true,
    eyes: 'newcomer',
    path: '/admin/services',
    open: uploadOf([GOOD_ROW, BAD_ROW]),
  },
  {
    name: 'import-failed',
    opensAnewOnPhone: true,
    eyes: 'newcomer',
    path: '/admin/services',
    open: importOf([GOOD_ROW, BAD_ROW], 'Import failed'),
  },
  {
    name: 'import-finished',
    opensAnewOnPhone: true,
    eyes: 'newcomer',
    path: '/admin/services',
    open: importOf([GOOD_ROW], 'Import finished'),
  },
]

/** Every screen built, those that leave something behind last. */
const SCREENS: readonly Screen[] = [
  ...visitorScreens,
  ...dashboardScreens,
  ...menuScreens,
  ...notificationScreens,
  ...peopleScreens,
  ...accountScreens,
  ...reportScreens,
  ...insightScreens,
  ...askScreens,
  ...serviceScreens,
]

const judged = (screens: readonly Screen[]): readonly Screen[] => screens.filter(({ isTwin }) => isTwin !== true)

/** Every screen to judge, in parts of about the same work. */
export const PARTS: readonly { readonly name: string; readonly screens: readonly Screen[] }[] = [
  { name: 'dashboards and menus', screens: judged([...dashboardScreens, ...menuScreens, ...notificationScreens]) },
  { name: 'services and what visitors see', screens: judged([...serviceScreens, ...visitorScreens]) },
  { name: 'reports', screens: judged(reportScreens) },
  { name: 'the account', screens: judged(accountScreens) },
  { name: 'people', screens: judged(peopleScreens) },
  { name: 'insights', screens: judged(insightScreens) },
  { name: 'questions in words', screens: judged(askScreens) },
]

/** What these eyes see at this size. */
export const screensFor = (eyes: Eyes, { isWide }: Size): readonly Screen[] =>
  SCREENS.filter((screen) => screen.eyes === eyes && (isWide || screen.wideOnly !== true))

/** Changes the colours as the theme does, by an attribute that all styles go by: a colour on its way is none of ours. */
export const setColours = async (page: Page, theme: 'light' | 'dark'): Promise<void> => {
  await page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), theme)
  await untilAtRest(page)
}

const REPORT = {
  reportType: 'OrderLines',
  columns: [{ columnId: 'vintage' }, { columnId: 'netSales' }],
  groupColumns: ['vintage'],
}

/** A second dashboard, a shared report, one in the trash and an invitation, unless they are there already. */
const furnish = async (api: Api, token: string): Promise<void> => {
  const slugs = await (await api.send('GET', '/dashboards/slugs', { token })).json()
  if (JSON.stringify(slugs).includes('"second"')) return
  await api.createDashboard(token, { name: 'Second', widgets: [{ type: 'avgOrder', x: 0, y: 0, w: 3, h: 4 }] })
  const keep = (name: string, isPublic: boolean) =>
    api.call(SavedReport, 'POST', '/reports', { token, body: { ...REPORT, name, isPublic } })
  await keep('Sales by vintage', true)
  const { id } = await keep('Sales by vintage, first try', false)
  await api.send('DELETE', `/reports/${id}`, { token })
  await api.send('POST', '/invitation', { token, body: { email: INVITED, roles: ['User'] } })
}

/** An account that has fetched from Commerce7, whose tenant holds a record that cannot be used. */
const connect = async (api: Api, commerce7: Commerce7): Promise<Member> => {
  const member = await api.register()
  const token = member.session.access_token
  commerce7.spoilAnOrder()
  await api.addService(token, { type: 'commerce7', name: 'Commerce7', settings: commerce7.settings })
  await api.untilLoaded(token)
  return member
}

/** An account whose services refuse Cuvee, so that it is told. */
const tell = async (api: Api, commerce7: Commerce7): Promise<Member> => {
  const member = await api.register()
  for (const name of ['Till', 'Web shop']) await addRefusedService(api, commerce7, member, { name })
  return member
}

/** An account with the smallest plan. */
const keepSmall = async ({ api, server }: Installation): Promise<Member> => {
  const member = await api.register()
  await server.operate('account', member.email, '--type', 'Micro')
  return { ...member, session: await api.signIn(member.email) }
}

/** Where members are made, and what they are connected to. */
export interface Installation {
  readonly api: Api
  readonly server: TestServer
  readonly winery: Member
  readonly commerce7: Commerce7
}

/**
 * The member with these eyes: the demo winery with something of everything, or a new account that is on the smallest plan,
 * is connected or is told when its eyes say so. No visitor is a member.
 */
export const prepareEyes = async (eyes: Eyes, installation: Installation): Promise<Member | null> => {
  const { api, winery, commerce7 } = installation
  switch (eyes) {
    case 'visitor':
      // The winery invites somebody.
      await furnish(api, winery.session.access_token)
      return null
    case 'winery':
      await furnish(api, winery.session.access_token)
      await untilLooked(api, winery.session.access_token)
      return winery
    case 'newcomer':
      return api.register()
    case 'micro':
      return keepSmall(installation)
    case 'connected':
      return connect(api, commerce7)
    case 'told':
      return tell(api, commerce7)
  }
}
