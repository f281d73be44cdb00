import type { DocumentedForm } from '../kit/documented-form.fixture.ts'
import type { FakeCall } from '../kit/fake-server.fixture.ts'

import { CAMPAIGN, CHANGE, LIST, MEMBER, SEGMENT, TAG } from './samples.fixture.ts'

// Campaigns that aren't sent yet have no time, and the lists of both kinds are limited to the fields that are read.
const LISTED = { ...CAMPAIGN, send_time: '', parent_campaign_id: 'f6276207cc' }

/** https://mailchimp.com/developer/marketing/api/ */
export const documentedAnswer = ({ path }: FakeCall): DocumentedForm | null => {
  if (path === '/3.0/') return { samples: [{ account_name: 'Freddie’s Jokes', account_timezone: 'US/Eastern' }] }
  if (path === '/3.0/lists') return { samples: [{ lists: [LIST] }] }
  if (path.endsWith('/members')) return { samples: [{ members: [MEMBER] }] }
  if (path.endsWith('/tag-search')) return { samples: [{ tags: [TAG], total_items: 1 }] }
  if (path.endsWith('/segments')) return { samples: [SEGMENT] }
  if (path.includes('/segments/')) return { samples: [CHANGE] }
  if (path !== '/3.0/campaigns') return null
  return {
    samples: [{ campaigns: [CAMPAIGN], total_items: 2 }],
    parts: [{ campaigns: [LISTED], total_items: 2 }],
  }
}
