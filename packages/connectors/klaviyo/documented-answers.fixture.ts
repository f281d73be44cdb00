import type { DocumentedForm } from '../kit/documented-form.fixture.ts'
import type { FakeCall } from '../kit/fake-server.fixture.ts'

/**
 * Klaviyo publishes no whole answers. Fields and values are the schemas and examples of github.com/klaviyo/openapi (`openapi/stable/apis`,
 * revision 2026-04-15; accounts and metrics 2026-07-15; read in November 2026). The campaign's ID, name and options are those of
 * https://developers.klaviyo.com/en/reference/campaigns_api_overview, the cursor that of the README of klaviyo/klaviyo-api-node. Where
 * neither has a value, as for links, it is one of the specified type.
 */
const EXAMPLE_TIME = '2022-11-08T00:00:00+00:00'

export const ACCOUNT = {
  type: 'account',
  id: 'AbC123',
  attributes: {
    test_account: false,
    contact_information: {
      default_sender_name: 'Klaviyo Demo',
      default_sender_email: 'contact@klaviyo-demo.com',
      website_url: 'https://www.klaviyo.com',
      organization_name: 'Klaviyo Demo',
      street_address: {
        address1: '125 Summer Street',
        address2: '5th Floor',
        city: 'Boston',
        region: 'MA',
        country: 'US',
        zip: '04323',
      },
    },
    industry: 'Software / SaaS',
    timezone: 'US/Eastern',
    preferred_currency: 'USD',
    public_api_key: 'AbC123',
    locale: 'en-US',
  },
  links: { self: 'https://a.klaviyo.com/api/accounts/AbC123' },
}

/** An email campaign of `GET /api/campaigns` with its message. */
export const CAMPAIGN = {
  type: 'campaign',
  id: '01H5QQV9F57XJHJDMD86RX4QM5',
  attributes: {
    name: 'Holiday Sale: Email Campaign',
    status: 'Sent',
    archived: false,
    audiences: { included: ['Y6nRLr'], excluded: ['UTd5ui'] },
    send_options: { use_smart_sending: true },
    tracking_options: {
      add_tracking_params: false,
      custom_tracking_params: [],
      is_tracking_clicks: true,
      is_tracking_opens: true,
    },
    send_strategy: { method: 'static', datetime: EXAMPLE_TIME, options: { is_local: false } },
    created_at: EXAMPLE_TIME,
    scheduled_at: EXAMPLE_TIME,
    updated_at: EXAMPLE_TIME,
    send_time: EXAMPLE_TIME,
  },
  relationships: { 'campaign-messages': { data: [{ type: 'campaign-message', id: '01GMRWDSA0ARTAKE1SFX8JGXAY' }] } },
  links: { self: 'https://a.klaviyo.com/api/campaigns/01H5QQV9F57XJHJDMD86RX4QM5' },
}

export const MESSAGE = {
  type: 'campaign-message',
  id: '01GMRWDSA0ARTAKE1SFX8JGXAY',
  attributes: {
    definition: {
      channel: 'email',
      label: 'My message name',
      content: {
        subject: 'Buy our product!',
        preview_text: 'My preview text',
        from_email: 'store@my-company.com',
        from_label: 'My Company',
        reply_to_email: 'reply-to@my-company.com',
        cc_email: 'cc@my-company.com',
        bcc_email: 'bcc@my-company.com',
      },
    },
    send_times: [{ datetime: EXAMPLE_TIME, is_local: false }],
    created_at: EXAMPLE_TIME,
    updated_at: EXAMPLE_TIME,
  },
  links: { self: 'https://a.klaviyo.com/api/campaign-messages/01GMRWDSA0ARTAKE1SFX8JGXAY' },
}

/** With the statistic that was asked for instead of the example's opens. */
const RESULT = {
  groupings: {
    send_channel: 'email',
    campaign_id: '01GMRWDSA0ARTAKE1SFX8JGXAY',
    campaign_message_id: '01GMRWDSA0ARTAKE1SFX8JGXAY',
  },
  statistics: { recipients: 123 },
}

const LINKS = { self: 'https://a.klaviyo.com/api/campaigns' }
const CAMPAIGNS = { data: [CAMPAIGN], included: [MESSAGE] }

const ANSWERS: Readonly<Record<string, DocumentedForm>> = {
  '/api/accounts': { samples: [{ data: [ACCOUNT] }] },
  '/api/metrics': { samples: [{ data: [{ type: 'metric', id: 'RESQ6t' }] }] },
  '/api/campaigns': {
    samples: [
      { ...CAMPAIGNS, links: LINKS },
      {
        ...CAMPAIGNS,
        links: { ...LINKS, next: `${LINKS.self}?page%5Bcursor%5D=WzE2NDA5OTUyMDAsICIzYzRjeXdGTndadyIsIHRydWVd` },
      },
    ],
  },
  '/api/campaign-values-reports': {
    samples: [{ data: { type: 'campaign-values-report', attributes: { results: [RESULT] } } }],
  },
}

export const documentedAnswer = ({ path }: FakeCall): DocumentedForm | null => ANSWERS[path] ?? null
