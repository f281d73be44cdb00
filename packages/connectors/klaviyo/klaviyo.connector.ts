import { DAY_MS } from '#domain/clock.ts'
import type { PlatformConnector } from '../kit/connector.ts'
import { secretSetting, settingsSchema } from '../kit/manifest.ts'

/** Klaviyo through its API, https://developers.klaviyo.com/en/reference/api_overview */
export const klaviyoConnector: PlatformConnector = {
  type: 'klaviyo',
  title: 'Klaviyo',
  description: 'Email campaigns as calendar notes, which charts mark on the days they were sent.',
  auth: 'apiKey',
  settingsSchema: settingsSchema(['apiKey'], {
    apiKey: secretSetting('Private API key', {
      description: 'In Klaviyo’s settings, under API keys. It needs read access to accounts, campaigns and metrics.',
      maxLength: 100,
      pattern: '^pk_\\w+$',
      patternMessage: 'Enter a private API key, which starts with pk_',
    }),
  }),
  streams: ['campaigns'],
  defaultUrl: 'https://a.klaviyo.com/api',
  // Klaviyo allows 225 a day, which all keys of the account share.
  budgets: [
    { name: 'reports a second', calls: 1, perMs: 1000 },
    { name: 'reports a minute', calls: 2, perMs: 60_000 },
    { name: 'reports a day', calls: 200, perMs: DAY_MS },
  ],
  webhook: null,
  load: async () => (await import('./klaviyo-session.ts')).openKlaviyo,
}
