import type { DocumentedForm } from '../kit/documented-form.fixture.ts'
import type { FakeCall } from '../kit/fake-server.fixture.ts'

/**
 * A sent campaign as `GET /campaigns` answers it. The fields are those of the Marketing API's specification, version 3.0.55
 * (`spec/marketing.json` of github.com/mailchimp/mailchimp-client-lib-codegen); the values are of the sample in Airbyte's guide to the
 * source Mailchimp, whose IDs and names are replaced there.
 */
export const CAMPAIGN = {
  id: 'q1w2e3r4t5',
  type: 'regular',
  status: 'sent',
  emails_sent: 89,
  send_time: '2020-11-05T16:15:00+00:00',
  recipients: { list_name: 'Newsletter Subscribers' },
  settings: { title: 'Newsletter', subject_line: 'Some subject' },
}

// Campaigns that aren't sent yet have no time, and the lists of both kinds are limited to the fields that are read.
const LISTED = { ...CAMPAIGN, send_time: '', parent_campaign_id: 'f6276207cc' }

/** https://mailchimp.com/developer/marketing/api/ */
export const documentedAnswer = ({ path }: FakeCall): DocumentedForm | null => {
  if (path === '/3.0/') return { samples: [{ account_name: 'Freddie’s Jokes', account_timezone: 'US/Eastern' }] }
  if (path !== '/3.0/campaigns') return null
  return {
    samples: [{ campaigns: [CAMPAIGN], total_items: 2 }],
    parts: [{ campaigns: [LISTED], total_items: 2 }],
  }
}
