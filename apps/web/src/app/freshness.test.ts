import { globSync, readFileSync } from 'node:fs'
import { ORPCError } from '@orpc/client'
import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { computedFromData, createQueryClient, FRESHNESS, outdatedOnReturn } from './freshness.ts'

const source = `${import.meta.dirname}/..`
const files = globSync('**/*.{ts,tsx}', { cwd: source, exclude: ['**/*.test.*'] })
const text = files.map((file) => readFileSync(`${source}/${file}`, 'utf8')).join('\n')

const calls = [...text.matchAll(/queries\.(\w+)\.(\w+)\s*\.(?:queryOptions|infiniteOptions)/g)].map(
  ([, area, call]) => `${area}.${call}`,
)
const OWN_KEYS = ['home', 'report', 'view link']
// The screen of keys takes one of two calls.
const shown = [...new Set([...calls, ...OWN_KEYS, 'apiKeys.list', 'accountKeys.list'])].toSorted()

/** Every key, and how it is kept fresh. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  'asked again by a screen that opens, and on returning to the window': [
    'account.audit',
    'account.location',
    'accountKeys.list',
    'alerts.events',
    'alerts.list',
    'apiKeys.list',
    'ask.history',
    'ask.suggestions',
    'billing.get',
    'calendar.list',
    'customFields.list',
    'dashboardSchedules.list',
    'dashboardSharing.get',
    'dashboardSharing.visible',
    'dashboards.get',
    'dashboards.list',
    'dashboards.slugs',
    'dashboards.trash',
    'home.kpis',
    'insights.assignees',
    'insights.get',
    'insights.history',
    'insights.list',
    'insights.outcome',
    'insights.settings',
    'invitations.list',
    'notifications.preferences',
    'ownCodes.list',
    'plans.actuals',
    'plans.get',
    'plans.list',
    'plans.pace',
    'releasePlans.get',
    'reportLinks.list',
    'saveList.get',
    'savedReports.get',
    'savedReports.my',
    'savedReports.schedules',
    'savedReports.shared',
    'savedReports.trash',
    'secondFactor.get',
    'segments.audiences',
    'segments.get',
    'segments.list',
    'segments.sends',
    'services.get',
    'services.list',
    'services.openSetAside',
    'services.run',
    'services.runs',
    'services.setAside',
    'signOn.get',
    'stockPromises.list',
    'system.setting',
    'users.disabled',
    'users.get',
    'users.list',
    'users.search',
    'users.sessions',
    'users.sessionsOf',
    'viewLinks.list',
    'visits.clubSignupProducts',
    'visits.dataHealth',
    'visits.tastingExperiences',
    'webhooks.channels',
    'webhooks.deliveries',
    'webhooks.list',
  ],
  'asked again on returning to the window': ['account.get', 'account.status', 'notifications.list', 'reports.catalog'],
  'asked again on returning to the window; unchanged numbers are not sent': ['home', 'report'],
  'asked again after the data or the settings changed': [
    'account.dataSpan',
    'account.definitions',
    'ask.complete',
    'ask.forecast',
    'reports.drill',
    'reports.query',
    'subjects.get',
    'subjects.search',
  ],
  'never changes while it is shown': [
    'billing.confirm',
    'invitations.look',
    'reports.explain',
    'services.check',
    'services.preview',
    'services.reconciliation',
    'services.types',
    'system.client',
  ],
  'polled by a screen without the frame': ['view link'],
}

const HOW = {
  shared: 'asked again on returning to the window',
  numbers: 'asked again on returning to the window; unchanged numbers are not sent',
  data: 'asked again after the data or the settings changed',
  fixed: 'never changes while it is shown',
} as const

const howOf = (key: string): string => {
  if (key === 'view link') return 'polled by a screen without the frame'
  const freshness = FRESHNESS.get(key)
  return freshness ? HOW[freshness] : 'asked again by a screen that opens, and on returning to the window'
}

test('every key is kept fresh in one way, and no other way is listed', () => {
  expect(Object.groupBy(shown, howOf)).toEqual(EXPECTED)
  expect([...FRESHNESS.keys()].filter((key) => !shown.includes(key))).toEqual([])
})

/** A client whose every key is on screen, and the keys that were asked for again. */
const openScreens = () => {
  const client = createQueryClient()
  let asked: string[] = []
  for (const key of shown) {
    const queryKey = key.includes('.') ? [key.split('.'), { type: 'query' }] : [key, 'more']
    const queryFn = async () => asked.push(key)
    new QueryObserver(client, { queryKey, queryFn, initialData: 1 }).subscribe(() => {})
  }
  const askedAfter = async (act: () => Promise<unknown>): Promise<readonly string[]> => {
    asked = []
    await act()
    return asked.toSorted()
  }
  return { client, askedAfter }
}

const queryKeys = (...freshness: readonly string[]): readonly string[] =>
  shown.filter((key) => freshness.includes(FRESHNESS.get(key) ?? 'usual'))

test('returning to the window asks again for all but what is computed or fixed', async () => {
  const { client, askedAfter } = openScreens()
  expect(await askedAfter(() => client.invalidateQueries(outdatedOnReturn))).toEqual(
    queryKeys('usual', 'shared', 'numbers'),
  )
})

test('new data or settings ask again for what is computed', async () => {
  const { client, askedAfter } = openScreens()
  expect(await askedAfter(() => client.invalidateQueries(computedFromData))).toEqual(queryKeys('numbers', 'data'))
})

test('a page that the plan does not include any more asks for the plan', async () => {
  const { client, askedAfter } = openScreens()
  const queryFn = () => Promise.reject(new ORPCError('NOT_IN_PLAN', { status: 402 }))
  const asked = await askedAfter(() => client.fetchQuery({ queryKey: ['report', 'gated'], queryFn }).catch(() => null))
  expect(asked).toEqual(['account.get'])
})
