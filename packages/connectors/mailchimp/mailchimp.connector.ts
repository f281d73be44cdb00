import type { PlatformConnector } from '../kit/connector.ts'
import { secretSetting, settingsSchema, textSetting } from '../kit/manifest.ts'

/** Mailchimp through its Marketing API, version 3.0, which allows ten calls at a time. */
export const mailchimpConnector: PlatformConnector = {
  type: 'mailchimp',
  title: 'Mailchimp',
  description: 'Email campaigns as calendar notes, which charts mark on the days they were sent.',
  auth: 'apiKey',
  settingsSchema: settingsSchema(['dataCenter', 'apiKey'], {
    dataCenter: textSetting('Data center', {
      description: 'The end of the API key, after the hyphen, such as us21.',
      maxLength: 10,
      pattern: '^[a-z]{2,4}\\d{1,3}$',
      patternMessage: 'Enter the end of the API key, such as us21',
    }),
    apiKey: secretSetting('API key', {
      description: 'In Mailchimp, under Profile, Extras, API keys.',
      maxLength: 100,
    }),
  }),
  streams: ['campaigns'],
  defaultUrl: ({ dataCenter }) => `https://${dataCenter}.api.mailchimp.com/3.0`,
  budgets: [],
  hasTags: true,
  webhook: null,
  load: async () => (await import('./mailchimp-session.ts')).openMailchimp,
}
